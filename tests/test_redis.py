"""The channel layer of ``REDIS_URL`` with a real Redis that is killed, cut off and silent."""

import asyncio
import errno
import os
import signal
import time

import pytest
from asgiref.sync import sync_to_async
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import RedisError

from cagli_oca import redis_hosts
from referee import news, trouble
from tests.real_servers import running_redis
from tests.tablet import SECONDS

GROUP = "news"


@pytest.fixture
def redis(tmp_path):
    with running_redis(tmp_path) as server:
        yield server


class Process:
    """What a server process has of the layer: it listens, and it can announce."""

    def __init__(self, url: str) -> None:
        self.layer = RedisPubSubChannelLayer(hosts=[redis_hosts.host(url)])

    async def listen(self) -> "Process":
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(GROUP, self.channel)
        return self

    async def announce(self, seq: int) -> None:
        await self.layer.group_send(GROUP, {"type": "news", "seq": seq})

    async def hear(self) -> int:
        async with asyncio.timeout(SECONDS):
            return (await self.layer.receive(self.channel))["seq"]

    def connections(self):
        """Both of redis-py's: the one that listens first."""
        shard = self.layer._get_layer()._shards[0]
        pool = shard._redis.connection_pool
        return shard._pubsub.connection, *pool._available_connections


@pytest.fixture
async def two(redis):
    """Two processes that both listen."""
    both = [await Process(redis.url).listen() for _process in range(2)]
    yield both
    for process in both:
        await process.layer.flush()


async def hears_again(listener: Process, teller: Process) -> None:
    """Returns once what *teller* announces reaches *listener*; fails if it never does."""
    async with asyncio.timeout(SECONDS):
        while not listener.layer.channels[listener.channel].qsize():
            try:
                await teller.announce(1)
            except RedisError:
                await asyncio.sleep(0.1)
            await asyncio.sleep(0.05)
    while listener.layer.channels[listener.channel].qsize():
        await listener.hear()


async def test_news_of_one_process_reach_the_other(two):
    await two[0].announce(7)
    assert [await process.hear() for process in two] == [7, 7]


async def test_after_redis_was_killed_and_started_again_news_arrive_again(two, redis):
    redis.kill()
    with pytest.raises(RedisError):
        await two[0].announce(1)
    await asyncio.sleep(1.5)  # who listens has tried in vain at least once
    redis.start()
    await hears_again(two[1], two[0])
    await hears_again(two[0], two[1])


async def test_when_every_connection_is_cut_news_arrive_again(two, redis):
    redis.ask("CLIENT", "KILL", "SKIPME", "yes")
    await hears_again(two[1], two[0])


async def test_a_silence_longer_than_every_timeout_ends_nothing(redis, monkeypatch):
    monkeypatch.setattr(redis_hosts, "ANSWERS_WITHIN", 0.2)
    redis.ask("CONFIG", "SET", "timeout", "1")  # Redis itself hangs up on who says nothing
    both = [await Process(redis.url).listen() for _process in range(2)]
    before = redis.ask("PUBSUB", "NUMSUB", "asgi__group__news")
    await asyncio.sleep(2.5)
    assert redis.ask("PUBSUB", "NUMSUB", "asgi__group__news") == before
    await both[0].announce(7)
    assert await both[1].hear() == 7
    for process in both:
        await process.layer.flush()


@pytest.fixture
def six_seconds():
    """A process that stands still is woken, so that the test can say so."""

    def wake(*_signal):
        raise AssertionError("nothing else ran for six seconds")

    before = signal.signal(signal.SIGALRM, wake)
    signal.alarm(6)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


async def test_a_host_that_is_gone_without_a_word_does_not_stop_the_process(two, six_seconds):
    """redis-py takes ETIMEDOUT for "nothing came yet", and would ask again without a pause."""
    listening = two[1].connections()[0]
    lost = TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    listening._writer.transport._fatal_error(lost)
    before = time.monotonic()
    await asyncio.sleep(0.1)
    assert time.monotonic() - before < 5
    await hears_again(two[1], two[0])


async def test_a_redis_that_hangs_keeps_a_tap_waiting_for_seconds_at_most(two, redis):
    os.kill(redis.process.pid, signal.SIGSTOP)
    before = time.monotonic()
    try:
        with pytest.raises(RedisError):
            await two[0].announce(1)
    finally:
        os.kill(redis.process.pid, signal.SIGCONT)
    assert time.monotonic() - before < 4.5  # redis-py itself would wait for five
    await hears_again(two[1], two[0])


async def test_ten_tablets_that_tap_while_redis_hangs_wait_side_by_side(two, redis, monkeypatch):
    monkeypatch.setattr(news, "get_channel_layer", lambda: two[0].layer)
    os.kill(redis.process.pid, signal.SIGSTOP)
    before = time.monotonic()
    try:
        tap = sync_to_async(news.announce, thread_sensitive=False)  # as each request has a thread
        await asyncio.gather(*(tap(7, seq) for seq in range(10)))
    finally:
        os.kill(redis.process.pid, signal.SIGCONT)
    assert time.monotonic() - before < 5  # one after the other: ten
    await hears_again(two[1], two[0])


async def test_a_thousand_announcements_at_once_take_one_connection_and_none_is_lost(two, redis):
    await asyncio.gather(*(two[0].announce(seq) for seq in range(1000)))
    assert [await two[1].hear() for _news in range(1000)] == list(range(1000))
    assert len(redis.ask("CLIENT", "LIST").splitlines()) <= 2 * 2 + 1  # and who asks


def test_what_the_address_itself_says_counts_and_tls_is_kept():
    told = redis_hosts.host("rediss://:secret@redis.example:7000/3?socket_timeout=4")
    assert told["connection_class"] is redis_hosts.TlsConnection
    assert (told["host"], told["port"], told["db"]) == ("redis.example", 7000, 3)
    assert (told["password"], told["socket_timeout"]) == ("secret", 4)
    on_this_machine = redis_hosts.host("unix:///run/redis/redis.sock")
    assert on_this_machine["path"] == "/run/redis/redis.sock"
    assert "socket_keepalive" not in on_this_machine


def test_a_redis_that_is_away_is_told_once_and_not_once_a_second():
    from redis.exceptions import ConnectionError

    assert trouble.kind_for_the_log(ConnectionError("refused")) == "news"
    assert trouble.kind_for_the_log(ValueError()) is None
    assert trouble.kind(ConnectionError("refused")) is None  # no answer is 503 for that
