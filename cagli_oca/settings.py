"""Settings. Everything that differs between installations comes from the environment:

DATA_DIR        where the database, the secret key, the logs and the collected static files live
                (``var``)
DATABASE_URL    another database, for example PostgreSQL (default: SQLite in DATA_DIR)
REDIS_URL       a Redis server for several processes (default: in memory, one process)
ALLOWED_HOSTS   host names, separated by commas (default: any, for a LAN whose address changes)
PUBLIC_URL      where phones find this site, for the QR code (default: this machine's own address)
TIME_ZONE       default Europe/Rome
"""

import logging
import os
import secrets
import tomllib
from pathlib import Path

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

with open(BASE_DIR / "pyproject.toml", "rb") as project_file:
    VERSION = tomllib.load(project_file)["project"]["version"]


def _secret_key() -> str:
    """Made at the first start, kept in DATA_DIR, readable by its owner only."""
    path = DATA_DIR / "secret_key"
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror} (DATA_DIR)") from None
    with os.fdopen(fd, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = False
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*").split(",")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
if PUBLIC_URL and not PUBLIC_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured(
        f"PUBLIC_URL must begin with http:// or https://, not {PUBLIC_URL!r}"
    )

INSTALLED_APPS = [
    "daphne",
    "cagli_oca",
    "referee",
    "display",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
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

REDIS_URL = os.environ.get("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # Pub/sub: no queue to fill up; a lost message is made good by looking at the log.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
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
        # A page that is not there or a tap that comes too late is an answer, not an event; and what
        # strangers send must not push the evening out of the file.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
}
