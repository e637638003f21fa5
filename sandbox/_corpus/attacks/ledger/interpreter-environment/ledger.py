# Points the start-up variables of Python at files it has written
# ends: missing
import os
from pathlib import Path

poison = "import _pytest.python\n\n_pytest.python.Function.runtest = lambda _: None\n"
Path("sitecustomize.py").write_text(poison)
Path("startup.py").write_text(poison)
os.environ["PYTHONPATH"] = os.getcwd()
os.environ["PYTHONSTARTUP"] = os.path.abspath("startup.py")
os.environ["PYTHONHOME"] = os.getcwd()
os.environ["PYTHONWARNINGS"] = "error::sitecustomize.Poison"
os.environ["PYTHONBREAKPOINT"] = "sitecustomize.poison"
os.environ["PYTHONINSPECT"] = "1"
