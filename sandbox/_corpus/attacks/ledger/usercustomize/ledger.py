# Installs a module that Python imports when it starts in the home folder
# ends: missing
import os
import shutil
import site
from pathlib import Path

for home in (os.environ["HOME"], os.environ["TMPDIR"]):
    os.environ["HOME"], site.USER_SITE, site.USER_BASE = home, None, None
    folder = Path(site.getusersitepackages())
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).with_name("usercustomize.py"), folder)
