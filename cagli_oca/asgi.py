"""HTTP and sockets in one process."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (needs the apps loaded)
from channels.sessions import CookieMiddleware  # noqa: E402

from cagli_oca.origins import same_origin  # noqa: E402
from cagli_oca.static_files import static_first  # noqa: E402
from display.routing import websocket_urlpatterns  # noqa: E402

routed = URLRouter(websocket_urlpatterns)
public, signed_in = CookieMiddleware(routed), AuthMiddlewareStack(routed)


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> Any:
    """Who is signed in is looked up only for a socket that asks for an edition by its number.

    The crowd's sockets cost no query.
    """
    application = signed_in if b"edition=" in scope["query_string"] else public
    return await application(scope, receive, send)


application = ProtocolTypeRouter(
    {"http": static_first(django_application), "websocket": same_origin(sockets)}
)
