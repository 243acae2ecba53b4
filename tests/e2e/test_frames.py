"""A browser reads the frames that are made once for all."""

import pytest
from websockets.sync.client import connect

from tests.cast import HEADER
from tests.e2e.siena.moments import put_on_the_screens

pytestmark = pytest.mark.e2e

READ = """async () => {
  const socket = new WebSocket(`ws://${location.host}/ws/?lang=en`);
  const text = await new Promise((resolve) => { socket.onmessage = ({ data }) => resolve(data); });
  const { extensions } = socket;
  socket.close();
  return { text, extensions };
}"""


def test_a_browser_negotiates_compression_and_reads_every_byte(server, screens, tmp_path):
    put_on_the_screens(server, tmp_path, {**HEADER, "title": "Palio «à la carte» – 2027"})
    page = screens.open("/rules/", 360, 740)
    read = page.evaluate(READ)
    with connect(
        f"ws://127.0.0.1:{server.port}/ws/?lang=en", origin=server.url, compression=None
    ) as plain:
        assert read == {"text": plain.recv(), "extensions": "permessage-deflate"}
    assert "«à la carte»" in read["text"]
