"""``paiju serve`` and ``python -m paiju.server``, started as a person starts them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from paiju.server.errors import CannotServe
from paiju.server.listen_socket import bind_tcp, display_url, lan_address

CLI = ("-c", "import sys; from paiju.cli.main import main; sys.exit(main())", "serve")
MODULE = ("-m", "paiju.server")


def started(words: Sequence[str], folder: Path, **environ: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "", "PYTHONUNBUFFERED": "", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_from_a_terminal,  # noqa: PLW1509 (one call that takes no lock)
    )


def _from_a_terminal() -> None:
    """What runs in the background of a script ignores Ctrl-C, and so do its children: this one does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("words", [CLI, MODULE])
def test_server_prints_its_address_and_answers_there(words: Sequence[str], tmp_path: Path) -> None:
    process = started(words, tmp_path, PORT="0", DATABASE="my.db")
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("paiju: http://127.0.0.1:")
        assert process.stdout.readline() == f"paiju: new room; all its data are in {tmp_path / 'my.db'}\n"
        assert httpx.get(line.split()[1] + "/healthz").text == "ok"
        assert (tmp_path / "my.db").exists()
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.parametrize("words", [CLI, MODULE])
def test_port_in_use_is_reported_in_one_line_with_exit_code_2(words: Sequence[str], tmp_path: Path) -> None:
    with bind_tcp("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        process = started(words, tmp_path, PORT=str(port), LANG="zh_CN.UTF-8")
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (2, "")
    assert err == f"paiju: 端口 {port} 已被占用；用 --port 或 PORT 换一个\n"
    assert not list(tmp_path.iterdir())


def test_misspelt_setting_is_reported_with_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "paiju.toml").write_text("[limit]\nguests = '5+6/min'")
    out, err = started(CLI, tmp_path).communicate(timeout=20)
    assert (out, err) == ("", "paiju: paiju.toml: there is no setting limit.guests; did you mean limits.guests?\n")


def test_foreign_listen_address_is_refused() -> None:
    with pytest.raises(CannotServe, match="cannot_listen"):
        bind_tcp("192.0.2.7", 0)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_wildcard_listen_address_is_displayed_as_the_lan_address(host: str) -> None:
    if host == "::" and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    with bind_tcp("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert display_url(host, listener) == f"http://{lan_address()}:{port}"
        assert display_url("::1", listener) == f"http://[::1]:{port}"
