"""A socket's client inside the tests' own process, with patience: a busy machine is no bug."""

from typing import Any

from channels import testing

PATIENCE = 30.0
"""Seconds for what must come, instead of Channels' own one."""


class WebsocketCommunicator(testing.WebsocketCommunicator):
    """Channels' own, which waits as long as it takes. What must not come has its own time."""

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, Any]:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:
        return await super().receive_output(timeout)

    async def receive_from(self, timeout: float = PATIENCE) -> str | bytes:
        return await super().receive_from(timeout)

    async def receive_json_from(self, timeout: float = PATIENCE) -> Any:
        return await super().receive_json_from(timeout)

    async def wait(self, timeout: float = PATIENCE) -> None:
        await super().wait(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        await super().disconnect(code, timeout)
