# Ends the process with success while it is imported
# ends: crash
import os

os._exit(0)
