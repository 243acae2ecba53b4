"""A signed-in tablet on the wire: real HTTP, real cookies, no browser."""

import http.cookiejar
import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

SECONDS = 30
"""How long what must happen may take on a slow machine."""


def until(what: Callable[[], Any]) -> Any:
    """Waits until *what* gives something true, and gives it."""
    deadline = time.monotonic() + SECONDS
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < deadline, f"this never came: {what}"
        time.sleep(0.05)


class Tablet:
    """Speaks to one server, perhaps signed in."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        request = urllib.request.Request(self.url + path, data, headers)
        token = next((c.value for c in self.cookies if c.name == "csrftoken"), "")
        request.add_header("X-CSRFToken", token)
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def form(self, path: str, **fields: str) -> tuple[int, str]:
        """Sends a form."""
        return self.ask(path, urllib.parse.urlencode(fields).encode())

    def sign_in(self, name: str, password: str) -> "Tablet":
        self.ask("/referee/sign-in/")
        _status, page = self.form("/referee/sign-in/", username=name, password=password)
        assert name in page
        return self

    def tap(
        self, edition: int, command: dict[str, Any], *, id: str | None = None, **told: Any
    ) -> tuple[int, dict[str, Any]]:
        """One tap built upon what is there now, or on ``seen`` / ``after``."""
        body = {"id": id or secrets.token_hex(8), "command": command, **told}
        if "seen" not in body and "after" not in body:
            body["seen"] = self.head(edition)
        sent = json.dumps(body).encode()
        path = f"/referee/{edition}/command/"
        status, text = self.ask(path, sent, **{"Content-Type": "application/json"})
        return status, json.loads(text)

    def head(self, edition: int) -> int:
        """The last row, as the console's panel has it."""
        _status, panel = self.ask(f"/referee/{edition}/panel/")
        return int(re.search(r'data-head="(\d+)"', panel)[1])

    def board(self) -> dict[str, Any]:
        """What the public screens show."""
        return json.loads(self.ask("/board.json")[1])
