"""A browser reads the frames that are made once for all."""

from contextlib import closing

import pytest
from websockets.sync.client import connect

from display.hub import BEAT
from tests.cast import HEADER, throw
from tests.e2e.siena.moments import put_on_the_screens
from tests.flooding import Flood, numbered

pytestmark = pytest.mark.e2e

LISTEN = """(beat) => {
  window.socket = new WebSocket(`ws://${location.host}/ws/?lang=en`);
  window.pictures = [];
  window.socket.onmessage = ({ data }) => { if (data !== beat) window.pictures.push(data); };
}"""

TITLES = ["Palio «à la carte» – 2027", "Palio dei 1500 €", "Palio «à la carte»"]


def next_of(plain):
    """The next picture that is no beat."""
    return next(text for text in iter(plain.recv, None) if text != BEAT.text)


def test_a_browser_negotiates_compression_and_reads_every_byte(server, screens, tmp_path):
    """Of the first picture, and of those that refer to the one before."""
    page = screens.open("/rules/", 360, 740)
    put_on_the_screens(server, tmp_path, {**HEADER, "title": TITLES[0]})
    page.evaluate(LISTEN, BEAT.text)
    address = f"ws://127.0.0.1:{server.port}/ws/?lang=en"
    with connect(address, origin=server.url, compression=None) as plain:
        for number, title in enumerate(TITLES):
            if number:
                put_on_the_screens(server, tmp_path, {**HEADER, "title": title}, [throw(number)])
            page.wait_for_function("(number) => window.pictures.length > number", arg=number)
            text = next_of(plain)
            assert title in text
            assert page.evaluate("(number) => window.pictures[number]", number) == text
    assert page.evaluate("window.socket.extensions") == "permessage-deflate"


HEAR_ALL = """([port, last]) => new Promise((resolve, reject) => {
  const heard = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  socket.onmessage = ({ data }) => {
    heard.push(data);
    if (data.startsWith(`${last} `)) resolve(heard);
  };
  socket.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
  socket.onopen = () => fetch(`/give/${last}`);
})"""


def test_a_browser_reads_hundreds_of_them_with_beats_between(browser, tmp_path):
    """Beats are not compressed, and lie between messages that refer to each other."""
    with closing(Flood("fast", tmp_path)) as flood:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{flood.port}/give/1")
        heard = page.evaluate(HEAR_ALL, [flood.port, 301])
        page.context.close()
    pictures = [text for text in heard if text != BEAT.text]
    assert pictures == [numbered(int(text.split()[0])).text for text in pictures]
    assert len(pictures) < len(heard) and pictures[-1].startswith("301 ")
