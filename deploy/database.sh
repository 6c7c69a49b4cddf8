#!/bin/sh
# The two roles: tsudoi_owner owns the tables and migrates, tsudoi_app may only use them. Run once, by the image of PostgreSQL.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  -v owner="$(cat /run/secrets/owner_password)" -v app="$(cat /run/secrets/app_password)" <<'SQL'
create role tsudoi_owner login password :'owner';
create role tsudoi_app login password :'app';
create database tsudoi owner tsudoi_owner;
SQL
