"""How two of our computers talk: JSON by HTTP POST, sealed with a key that both have.

The key is the hash of a token that a person carries from one to the other, so that on a plain
HTTP network nobody can listen in, ask, or answer in the other's name. Nothing depends on a clock.
"""

import base64
import gzip
import hashlib
import http.client
import json
import secrets
import urllib.error
import urllib.request
from typing import Any

from cryptography.fernet import Fernet, InvalidToken

from referee.people import ALPHABET

TIMEOUT = 5.0
"""Seconds until a computer that does not answer is given up."""

LARGEST = 64 << 20
"""Bytes of an answer."""

KEY_HEADER = "X-Copy-Key"


class NoAnswer(Exception):
    """The other computer cannot be reached, or answers nothing that we understand."""


class Sealed(Exception):
    """This was not sealed with our key."""


def new_token() -> str:
    """Twenty random characters in groups of four: about 99 bits, to be typed by a person."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(5))


def key_of(token: str) -> str:
    """What is kept of a token: its SHA-256 (hex). The token itself is nowhere."""
    letters = "".join(c for c in token.lower() if c in ALPHABET)
    return hashlib.sha256(f"cagli-oca copy {letters}".encode()).hexdigest()


def name_of(key: str) -> str:
    """By which a key is found; tells nothing of it."""
    return hashlib.sha256(f"name {key}".encode()).hexdigest()[:16]


def _fernet(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(bytes.fromhex(key)))


def seal(key: str, value: Any) -> bytes:
    """A JSON value that only who has the key can read or have written."""
    return _fernet(key).encrypt(gzip.compress(json.dumps(value).encode(), 5))


def unseal(key: str, raw: bytes) -> Any:
    """``seal`` backwards. Raises Sealed."""
    try:
        return json.loads(gzip.decompress(_fernet(key).decrypt(raw)))
    except (InvalidToken, OSError, ValueError):
        raise Sealed from None


def ask(url: str, key: str, value: Any) -> Any:
    """Sends *value* and gives the answer. Raises NoAnswer with the reason in few words.

    The answer names the question, so that an old one cannot be played again.
    """
    nonce = secrets.token_hex(16)
    request = urllib.request.Request(
        url,
        data=seal(key, {"question": nonce, "asked": value}),
        headers={KEY_HEADER: name_of(key), "Content-Type": "application/octet-stream"},
    )
    try:
        with _opener.open(request, timeout=TIMEOUT) as answer:
            told = unseal(key, answer.read(LARGEST))
        if told["answer_to"] != nonce:
            raise Sealed
        return told["told"]
    except urllib.error.HTTPError as error:
        with error:
            raise NoAnswer(f"HTTP {error.code}") from None
    except (Sealed, KeyError, TypeError):
        raise NoAnswer("not the answer of the other computer") from None
    except OSError as error:
        why = getattr(error, "reason", None) or error
        raise NoAnswer(getattr(why, "strerror", None) or str(why)) from None
    except (http.client.HTTPException, ValueError) as error:
        raise NoAnswer(repr(error)) from None


def question(key: str, raw: bytes) -> tuple[str, Any]:
    """What was asked, and its name for the answer. Raises Sealed."""
    told = unseal(key, raw)
    try:
        return str(told["question"]), told["asked"]
    except (KeyError, TypeError):
        raise Sealed from None


def answer(key: str, name: str, told: Any) -> bytes:
    """The answer to the question of this name."""
    return seal(key, {"answer_to": name, "told": told})


# No proxy: both computers stand in the same arena, and no request leaves the site by another way.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
