"""What a tap is compared with: one view and one INSERT, with this product's settings and server."""

import json
import os

from daphne.server import twisted_loop  # first: it chooses Twisted's reactor

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.http import require_POST  # noqa: E402

from bench.fanout.servers import control  # noqa: E402
from referee.management.commands import serve  # noqa: E402

TABLE = "CREATE TABLE bench_tap (id INTEGER PRIMARY KEY, command TEXT UNIQUE, body TEXT)"


@require_POST
def tap(request: HttpRequest) -> JsonResponse:
    asked = json.loads(request.body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO bench_tap (command, body) VALUES (%s, %s)",
            [asked["id"], json.dumps(asked["command"])],
        )
    return JsonResponse({"status": "recorded"})


urlpatterns = [path("tap/", tap)]

if __name__ == "__main__":
    settings.ROOT_URLCONF = "bench.fanout.servers.insert"
    call_command("migrate", verbosity=0, interactive=False)
    with connection.cursor() as cursor:
        cursor.execute(TABLE)
    connection.close()
    control.listen(twisted_loop, lambda seq: None)
    serve.run_daphne(os.environ["HOST"], os.environ["PORT"])
