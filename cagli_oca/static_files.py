"""Static files with hashed names, also inside our JavaScript's ``import`` lines."""

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

OURS = ("cagli_oca/*.js", "display/*.js", "referee/*.js")


class HashedStaticFilesStorage(Storage):
    """WhiteNoise's storage, with Django's rewriting of module imports for our own modules.

    Not ``support_js_module_import_aggregation``: that reads every package's files, and stops at an
    import that stands in a comment of one of them.
    """

    patterns = (
        *Storage.patterns,
        *((folder, Storage._js_module_import_aggregation_patterns[1]) for folder in OURS),
    )
