"""What must hold for a submission in its container. The ids are keys of the doctor's remedies."""

import pytest

OUTSIDE = [("192.0.2.1", 80), ("169.254.169.254", 80), ("172.17.0.1", 2375)]
OWN_MOUNTS = {"/grade/judge", "/grade/code", "/grade/scratch"}
VIRTUAL = {"proc", "sysfs", "devpts", "mqueue", "cgroup", "cgroup2", "tmpfs"}
HARMLESS = {"full", "null", "random", "tty", "urandom", "zero", "ptmx"}
FOLDERS = {"pts", "shm", "mqueue", "fd", "core"}
STREAMS = {"stdin", "stdout", "stderr", "console"}
LIMITS = {"RLIMIT_CORE": 0, "RLIMIT_NOFILE": 128, "RLIMIT_NPROC": 20, "RLIMIT_MSGQUEUE": 0}
CGROUP = "/sys/fs/cgroup"


def status(candidate):
    """The lines of /proc/self/status, by name."""
    return dict(line.split(":\t", 1) for line in candidate.read("/proc/self/status").splitlines())


def mounts(candidate):
    """Where something is mounted: place to type and options."""
    rows = [line.split() for line in candidate.read("/proc/self/mounts").splitlines()]
    return {row[1]: (row[2], set(row[3].split(","))) for row in rows}


def test_user(candidate):
    """A user of its own without rights or groups"""
    numbers = candidate.user()
    assert len(set(numbers)) == 1
    assert numbers[0] >= 10_000
    assert candidate.becomes_root() is False


def test_capabilities(candidate):
    """No capabilities"""
    found = status(candidate)
    for kind in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(found[kind], 16) == 0
    judge = dict(line.split(":\t", 1) for line in candidate.read("/proc/1/status").splitlines())
    assert int(judge["CapEff"], 16) == 0b11000000  # the judge itself: set user and group


def test_no_new_privileges(candidate):
    """No new privileges by setuid programs"""
    assert status(candidate)["NoNewPrivs"].strip() == "1"


def test_seccomp(candidate):
    """System calls are filtered (seccomp)"""
    assert status(candidate)["Seccomp"].strip() == "2"


def test_namespaces(candidate):
    """No namespaces of its own"""
    assert candidate.leaves_its_namespace() is False


def test_network(candidate):
    """No network but its own loopback"""
    lines = candidate.read("/proc/net/dev").splitlines()[2:]
    assert [line.partition(":")[0].strip() for line in lines] == ["lo"]
    for host, port in OUTSIDE:
        assert candidate.connects(host, port) is False


def test_read_only_root(candidate):
    """The root file system is read-only"""
    _, options = mounts(candidate)["/"]
    assert "ro" in options
    for path in ("/x", "/tmp/x", "/opt/x", "/var/tmp/x", "/grade/code/submission/x"):
        assert candidate.writes(path) is False


def test_mounts(candidate):
    """Nothing of the host is mounted"""
    for place, (kind, options) in mounts(candidate).items():
        if place in OWN_MOUNTS:
            assert kind == "tmpfs"
            assert {"nosuid", "nodev", "noexec"} <= options
            assert any(option.startswith("size=") for option in options)
        elif place != "/" and not place.startswith("/etc/"):  # the engine's hosts, resolv.conf
            assert kind in VIRTUAL
            assert place.startswith(("/proc", "/sys", "/dev"))


def test_devices(candidate):
    """No devices but harmless ones, and no engine socket"""
    assert set(candidate.names("/dev")) <= HARMLESS | FOLDERS | STREAMS
    assert "docker.sock" not in (candidate.names("/run") or [])


def test_hidden_files(candidate):
    """The hidden tests are out of reach"""
    assert candidate.names("/grade/judge") is None
    assert candidate.read("/grade/judge/test_functional.py") is None


def test_judge_process(candidate):
    """The judge's memory, files and environment are out of reach"""
    for name in ("environ", "mem", "maps"):
        assert candidate.read(f"/proc/1/{name}") in {None, ""}
    assert candidate.names("/proc/1/fd") is None
    assert candidate.kills(1) is False


def test_environment(candidate):
    """No secrets in the environment"""
    assert candidate.environment() == ["HOME", "LANG", "PATH", "TMPDIR"]


@pytest.mark.parametrize("name", LIMITS)
def test_process_limits(candidate, name):
    """Files, processes and queues are limited"""
    soft, hard = candidate.limit(name)
    assert soft == hard == LIMITS[name]


def test_memory_limit(candidate):
    """Memory of the container is limited"""
    found = candidate.read(f"{CGROUP}/memory.max") or candidate.read(
        f"{CGROUP}/memory/memory.limit_in_bytes"
    )
    assert int(found) < 2**31


def test_pids_limit(candidate):
    """Processes of the container are limited"""
    found = candidate.read(f"{CGROUP}/pids.max") or candidate.read(f"{CGROUP}/pids/pids.max")
    assert int(found) <= 100


def test_cpu_limit(candidate):
    """Processor time of the container is limited"""
    v2 = candidate.read(f"{CGROUP}/cpu.max")
    quota = v2.split()[0] if v2 else candidate.read(f"{CGROUP}/cpu/cpu.cfs_quota_us")
    assert int(quota) > 0
