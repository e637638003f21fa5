# Imports a package that is not there
# ends: load_error
import numpy as np


def total(lines):
    return int(np.sum([int(line.replace(",", "")) for line in lines]))
