"""Settings. Everything that differs between installations comes from the environment:

DATA_DIR        where the database, the secret key, the logs and the collected static files live
                (``var``)
DATABASE_URL    another database, for example PostgreSQL (default: SQLite in DATA_DIR)
REDIS_URL       a Redis server for several processes (default: in memory, one process)
ALLOWED_HOSTS   host names, separated by commas (default: any address, for a LAN whose addresses
                change, any local name, and PUBLIC_URL's)
BACKUP_DIR      a stick or network folder for a second copy of every action (default: none)
PUBLIC_URL      where phones find this site, for the QR code (default: this machine's own address)
TLS             1: a proxy in front speaks HTTPS (docs/deploy.md); cookies, redirects and HSTS go by
                it. Default: 1 if PUBLIC_URL is https, else 0
OVERLAY_FRAMED_BY  origins that may show the overlay in a frame, separated by spaces (none)
MAX_SOCKETS     open sockets a process (5000; some are kept for referees and screens)
TIME_ZONE       default Europe/Rome
"""

import fcntl
import logging
import os
import secrets
import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR", BASE_DIR / "var")).resolve()


def _folder(path: Path) -> Path:
    """The folder, made if it is not there. Ends the program, in plain words, if it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror} (DATA_DIR)") from None
    return path


_folder(DATA_DIR)
# Never made here: a folder that is missing is a stick that is not plugged in.
BACKUP_DIR = Path(os.environ["BACKUP_DIR"]).absolute() if os.environ.get("BACKUP_DIR") else None

with open(BASE_DIR / "pyproject.toml", "rb") as project_file:
    VERSION = tomllib.load(project_file)["project"]["version"]


def _secret_key() -> str:
    """Made at the first start, kept in DATA_DIR, readable by its owner only."""
    path = DATA_DIR / "secret_key"
    try:
        if path.exists() and (key := path.read_text()):
            return key
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror} (DATA_DIR)") from None
    with os.fdopen(fd, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # several processes may start at once
        key = file.read()
        if not key:
            key = secrets.token_urlsafe(50)
            file.write(key)
    return key


SECRET_KEY = _secret_key()
DEBUG = False
ANY_LOCAL_HOST = "ALLOWED_HOSTS" not in os.environ
"""Which names those are: cagli_oca/security.py."""
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*").split(",")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
if PUBLIC_URL and not PUBLIC_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured(
        f"PUBLIC_URL must begin with http:// or https://, not {PUBLIC_URL!r}"
    )
PUBLIC_NAME = urlsplit(PUBLIC_URL).hostname or ""

TLS = os.environ.get("TLS", "1" if PUBLIC_URL.startswith("https://") else "0") == "1"
if TLS:
    # The proxy sets this header itself on every request, whatever the browser sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = urlsplit(PUBLIC_URL).netloc or None
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]  # asked for on the machine itself
    # A month: a machine that goes back to plain HTTP next year is not locked out.
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    if PUBLIC_URL:
        CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
X_FRAME_OPTIONS = "DENY"
OVERLAY_FRAMED_BY = os.environ.get("OVERLAY_FRAMED_BY", "").split()
LANGUAGE_COOKIE_SAMESITE = "Lax"

SILENCED_SYSTEM_CHECKS = [
    # HSTS for every other name of this domain, for ever: not this program's to promise.
    "security.W005",
    "security.W021",
    # A whole arena has one address: no lock goes by it (referee/signing_in.py).
    "axes.W006",
]

INSTALLED_APPS = [
    "cagli_oca",
    "referee",
    "display",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "channels",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cagli_oca.security.headers",
    "cagli_oca.security.hosts",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "referee.access.DeviceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "referee.only_shows.only_shows",
]

ROOT_URLCONF = "cagli_oca.urls"
ASGI_APPLICATION = "cagli_oca.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cagli_oca.context.version",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.config(default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}"),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Tests on a file too: in memory SQLite locks differently, and races would prove nothing.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    DATABASES["default"]["OPTIONS"] = {
        # A tap is "recorded" only when its row is on the disk: FULL syncs at every commit.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        # Writers queue at BEGIN instead of failing in the middle with "database is locked".
        "transaction_mode": "IMMEDIATE",
        # Seconds in that queue: shorter than a tablet waits, which must hear why it waits.
        "timeout": 5,
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Each request has a thread of its own under ASGI, and with it a connection of its own: kept
    # open it would outlive the thread. So none is kept, and a database that was restarted is met
    # anew by the next request.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["OPTIONS"] = {
        # Seconds for a server that does not answer, and milliseconds until one that went away
        # without a word is given up: shorter than a tablet waits.
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        # Writers queue at the edition's row as long as they do on SQLite. A host that vanished in
        # the middle of its writing holds up the others no longer than half a minute.
        "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s",
        **DATABASES["default"].get("OPTIONS", {}),
    }

REDIS_URL = os.environ.get("REDIS_URL")
if REDIS_URL:
    from cagli_oca import redis_hosts

    CHANNEL_LAYERS = {
        "default": {
            # Pub/sub: no queue to fill up; a lost message is made good by looking at the log.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis_hosts.host(REDIS_URL)]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "referee.signing_in.PinBackend",
]
WRONG_PASSWORD_COSTS = 1.0
"""Seconds that an answer to a wrong password takes."""
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_PARAMETERS = ["username"]
AXES_USERNAME_CALLABLE = "referee.signing_in.counted_as"
AXES_CLIENT_IP_CALLABLE = "referee.signing_in.no_address"
AXES_LOCKOUT_CALLABLE = "referee.signing_in.locked_out"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False

LARGEST_BODY = 2**20
LARGEST_UPLOAD = 2**26
UPLOAD_FOLDERS = ("/referee/backup/",)
"""Addresses to which a file may be sent; everywhere else a body has at most ``LARGEST_BODY``."""
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
MAX_SOCKETS = int(os.environ.get("MAX_SOCKETS", "5000"))

LOGIN_URL = "referee:login"
LOGIN_REDIRECT_URL = "referee:editions"
LOGOUT_REDIRECT_URL = "referee:login"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
CSRF_FAILURE_VIEW = "referee.views.csrf_failure"

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "cagli_oca" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE", "Europe/Rome")

STATIC_URL = "/static/"
STATIC_ROOT = _folder(DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cagli_oca.static_files.HashedStaticFilesStorage"},
}

LOG_FILE = _folder(DATA_DIR / "logs") / "oca.log"
logging.raiseExceptions = False  # a disk that is full must not fill the terminal too
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"sparingly": {"()": "referee.trouble.Sparingly"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "level": "WARNING",
            "formatter": "plain",
            "filters": ["sparingly"],
        },
        "file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": LOG_FILE,
            "maxBytes": 1_000_000,
            "backupCount": 9,
            "delay": True,
            "encoding": "utf-8",
            "formatter": "plain",
            "filters": ["sparingly"],
        },
    },
    "root": {"handlers": ["console", "file"], "level": "WARNING"},
    "loggers": {
        "referee": {"level": "INFO"},
        "axes": {"level": "ERROR"},
        # A page that is not there or a tap that comes too late is an answer, not an event; and what
        # strangers send must not push the evening out of the file.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
}
