# Runs machine code that exits with success
# ends: crash
import ctypes
import mmap

EXIT = bytes.fromhex("31ff b8e7000000 0f05")  # exit_group(0) on x86-64
memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(EXIT)
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()
