"""Static files are answered before Django, as Django's WhiteNoise would."""

import gzip

import pytest
from asgiref.testing import ApplicationCommunicator

from cagli_oca import static_files

STYLE = "body { margin: 0 }" * 50


@pytest.fixture
def answered(settings, tmp_path):
    """Asks for an address; gives status, headers and body, or None if it was left to Django."""
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "page.css").write_text(STYLE)
    (tmp_path / "page.css.gz").write_bytes(gzip.compress(STYLE.encode()))
    asked = []

    async def django(scope, _receive, _send):
        asked.append(scope["path"])

    async def ask(path="/static/page.css", method="GET", **headers):
        application = static_files.static_first(django)
        told = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
        scope = {"type": "http", "method": method, "path": path, "headers": told}
        communicator = ApplicationCommunicator(application, scope)
        await communicator.send_input({"type": "http.request"})
        if await communicator.receive_nothing(0.05):
            assert asked[-1] == path
            return None
        start = await communicator.receive_output()
        body = await communicator.receive_output()
        return start["status"], dict(start["headers"]), body["body"]

    return ask


async def test_a_file_comes_whole_with_its_type_and_bare_of_any_right(answered):
    status, headers, body = await answered()
    assert (status, body.decode()) == (200, STYLE)
    assert headers[b"content-type"].startswith(b"text/css")
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert b"default-src 'none'" in headers[b"content-security-policy"]


async def test_it_comes_compressed_to_who_takes_that_and_not_again_to_who_has_it(answered):
    _status, headers, body = await answered(accept_encoding="gzip, br")
    assert gzip.decompress(body).decode() == STYLE and headers[b"content-encoding"] == b"gzip"
    status, _headers, body = await answered(if_none_match=headers[b"etag"].decode())
    assert (status, body) == (304, b"")


async def test_of_a_head_the_body_stays_and_of_a_range_the_rest(answered):
    assert (await answered(method="HEAD"))[2] == b""
    status, _headers, body = await answered(range="bytes=0-3")
    assert (status, body) == (206, b"body")


@pytest.mark.parametrize("path", ["/", "/static/", "/static/nowhere.css", "/static/../manage.py"])
async def test_everything_else_is_djangos(answered, path):
    assert await answered(path) is None


async def test_what_is_posted_and_what_must_go_to_https_is_djangos(answered, settings):
    assert await answered(method="POST") is None
    settings.TLS = True
    assert await answered(x_forwarded_proto="https") is not None
    assert await answered(x_forwarded_proto="http") is None
