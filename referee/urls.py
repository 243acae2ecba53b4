"""Addresses of the console."""

from django.contrib.auth import views as auth_views
from django.urls import path

app_name = "referee"

urlpatterns = []
