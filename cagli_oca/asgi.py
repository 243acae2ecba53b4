"""HTTP and sockets in one process."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (needs the apps loaded)

from cagli_oca.origins import same_origin  # noqa: E402
from display.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": same_origin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
