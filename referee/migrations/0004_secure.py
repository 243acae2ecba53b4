import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def give_the_post_of_recorder(apps, schema_editor):
    """Until now, whoever had no post recorded; from now on such a person is nobody."""
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name="recorder")
    for user in apps.get_model("auth", "User").objects.filter(is_staff=False, groups=None):
        user.groups.add(group)


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("referee", "0003_sealed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code_digest", models.CharField(max_length=64, null=True, unique=True)),
                ("code_until", models.DateTimeField(null=True)),
                ("paired_at", models.DateTimeField(null=True)),
                ("pin", models.CharField(blank=True, help_text="Hashed like a password.", max_length=128)),
                ("lock_after", models.PositiveSmallIntegerField(default=20, help_text="Minutes left alone.")),
                ("awake_until", models.DateTimeField(help_text="From then on it asks for its PIN.", null=True)),
                ("edition", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="devices", to="referee.edition")),
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="device", to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(give_the_post_of_recorder, migrations.RunPython.noop),
    ]
