"""Sends a dataset to Hugging Face."""

from pathlib import Path

from huggingface_hub import HfApi, get_token

from codebench.export.dataset import ExportError

__all__ = ["push", "token_of_user"]


def token_of_user() -> str:
    """The token of the environment, or of an earlier login.

    Raises:
        ExportError: There is none.
    """
    token = get_token()
    if token is None:
        raise ExportError(
            "Sending needs a token that may write: set HF_TOKEN, or log in with `hf auth login`."
        )
    return token


def push(folder: Path, repo: str, token: str, *, public: bool) -> str:
    """Send all files of a folder in one commit, into a dataset that is made where it is missing.

    Args:
        folder: What is sent.
        repo: `owner/name`.
        token: One that may write there.
        public: Whether a dataset that is made can be seen by all. One that is there stays as it is.

    Returns:
        The address of the dataset.

    Raises:
        ExportError: The hub refuses, or cannot be reached.
    """
    api = HfApi(token=token)
    try:
        made = api.create_repo(repo, repo_type="dataset", private=not public, exist_ok=True)
        api.upload_folder(
            repo_id=made.repo_id,
            repo_type="dataset",
            folder_path=folder,
            commit_message="Export results of CodeBench",
        )
    except Exception as error:  # those of whichever HTTP library the client has, and its own
        told = " ".join(str(error).split())[:300] or type(error).__name__
        raise ExportError(f"{repo}: cannot be sent to the hub: {told}") from error
    return str(made)
