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

/** Names in definitions are then written with their schema, and read only with it. */
export const qualifyNames = (client: pg.Client) =>
  client.query(`select set_config('search_path', '', true)`)
