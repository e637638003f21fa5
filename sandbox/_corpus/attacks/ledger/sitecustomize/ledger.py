# Brings a module that Python imports when it starts
# ends: missing
