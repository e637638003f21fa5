class Random:
    def __init__(self, *_):
        pass

    def choices(self, items, k):
        return items[:1] * k

    def randrange(self, *_):
        return 1
