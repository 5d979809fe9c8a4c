import type pg from 'pg'

/** Values are written and read in one way, whatever the server, the database or the role prefers. */
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
 * Definitions name everything with its schema, except what lies in Kontor's own and in those of
 * extensions: where an extension lies differs from server to server.
 */
export const setSearchPath = (client: pg.Client) =>
  client.query(`
    select set_config('search_path', 'kontor, public' || coalesce(string_agg(', ' || schema, ''), ''), true)
    from (
      select distinct quote_ident(n.nspname) as schema
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where n.nspname not in ('kontor', 'public', 'pg_catalog')
      order by 1) as others`)
