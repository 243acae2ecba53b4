"""Management commands for the browser tests: a process that starts Django once, not once a command.

It reads one JSON list of arguments a line and answers with one JSON object a line: {"printed"} or
{"failed"}. Like any other ``manage.py`` it is another process than the server's.
"""

import io
import json
import os
import sys
import traceback

import django
from django.core.management import call_command
from django.db import connections


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
    django.setup()
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        sys.stdout = printed = io.StringIO()
        try:
            call_command(*json.loads(line), stdout=printed)
            answer = {"printed": printed.getvalue()}
        except BaseException:
            answer = {"failed": traceback.format_exc()}
        connections.close_all()
        sys.stdout = sys.stderr
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
