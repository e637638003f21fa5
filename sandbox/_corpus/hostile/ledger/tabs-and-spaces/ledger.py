# Mixes tabs and spaces in one block
# ends: load_error
def total(lines):
        lines = list(lines)
	return sum(map(int, lines))
