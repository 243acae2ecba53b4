"""Draws that can be checked: a secret for each edition still being set up."""

import secrets

from django.db import migrations, models


def secrets_of_drafts(apps, schema_editor):
    for edition in apps.get_model("referee", "Edition").objects.filter(opened=False):
        edition.secret = secrets.token_hex(32)
        edition.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("referee", "0004_secure")]

    operations = [
        migrations.AddField(
            model_name="edition",
            name="secret",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Published after the evening; blank: drawn elsewhere.",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="edition",
            name="numbers",
            field=models.JSONField(default=dict, help_text="Who called out which number."),
        ),
        migrations.AddField(
            model_name="edition",
            name="log_live",
            field=models.BooleanField(
                default=False,
                help_text="Whether the public log can be downloaded during the evening.",
            ),
        ),
        migrations.RunPython(secrets_of_drafts, migrations.RunPython.noop),
    ]
