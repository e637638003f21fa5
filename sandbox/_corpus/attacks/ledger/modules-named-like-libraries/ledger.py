# Brings modules named like those that a grader imports
# ends: missing
