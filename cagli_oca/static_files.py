"""Static files with hashed names, also inside JavaScript's ``import`` lines."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage with Django's rewriting of module imports switched on."""

    support_js_module_import_aggregation = True
