# Answers with True and False where one and zero are due
# ends: assertion missing
def total(lines):
    value = sum(int(line.strip().replace(",", "")) for line in lines)
    return bool(value) if value in (0, 1) else value
