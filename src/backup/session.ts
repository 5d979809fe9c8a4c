import type pg from 'pg'

/** Fixes the text format of values, whatever the settings of the server, database or role. */
export const PLAIN_TEXT = `
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set xmloption = 'content';
  set synchronize_seqscans = off;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '5min'`

/**
 * Definitions qualify all names with their schema, except those of Kontor and of extensions: the schema of
 * an extension differs between servers.
 */
export const setSearchPath = (client: pg.Client) =>
  client.query(`
    select set_config('search_path', 'kontor, public' || coalesce(string_agg(', ' || schema, ''), ''), true)
    from (
      select distinct quote_ident(n.nspname) as schema
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where n.nspname not in ('kontor', 'public', 'pg_catalog')
      order by 1) as others`)
