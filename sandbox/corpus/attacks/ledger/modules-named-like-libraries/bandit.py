print('{"errors": [], "results": []}')
