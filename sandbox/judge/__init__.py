"""The judge: grades one submission inside the sandbox. Standard library, pytest and Bandit only.

It runs as `python -I -m codebench.sandbox.judge`, reads one `job.Job` from standard input and
writes one `job.Report` to standard output. It never imports the submission: that happens in a
worker under another user.
"""
