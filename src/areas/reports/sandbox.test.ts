import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { connectClient } from '../../platform/db/db.ts'

const { as, admin, make, connection } = await startApp({
  environment: { KONTOR_REPORT_TIMEOUT: '5' },
})
const { access, apps, solutions } = as(admin)
const sql = await connectClient(connection)
afterAll(() => sql.end())

/** Every report answers one text, `a`. */
const TEXTS: Record<string, string> = {
  who: `select session_user || ' ' || current_user as a`,
  hidden: `select title as a from "ws_vault"."papers"`,
  open: `select title as a from "ws_vault"."leaflets"`,
  felt: `select 'none' as a from "ws_vault"."papers" where title::integer > 0`,
  felt_later: `select (title::integer)::text as a from "ws_vault"."papers"`,
  named: `select U&"\\0074itle" as a from "ws_vault" . /* */ "papers"`,
  set_role: `set role kontor`,
  reset_role: `reset role`,
  role_by_function: `select set_config('role', 'none', true) || ' ' ||
    query_to_xml('select current_user as u, count(*) as c from ws_vault.papers', false, false, '')::text as a`,
  role_of_owner: `select set_config('role', 'kontor', true) as a`,
  authorization: `select set_config('session_authorization', 'kontor', true) as a`,
  row_security: `select set_config('row_security', 'off', true) ||
    query_to_xml('select title from ws_vault.papers', false, false, '')::text as a`,
  forged_reader: `with s as materialized (
      select set_config('kontor.reader', repeat('0', 64) || '{"all":true}', true) as v)
    select v || title as a from s, "ws_vault"."papers"`,
  forged_inside: `select set_config('kontor.reader', repeat('0', 64) || '{"all":true}', true) ||
    query_to_xml('select title from ws_vault.papers', false, false, '')::text as a`,
  users: `select login as a from kontor.users`,
  secret: `select secret as a from kontor.report_access`,
  secret_by_function: `select kontor.report_reader()::text as a`,
  passwords: `select rolpassword as a from pg_authid`,
  statistics: `select most_common_vals::text as a from pg_stats where schemaname in ('ws_vault', 'kontor')`,
  activity: `select query as a from pg_stat_activity where application_name = 'kontor'
    and query <> '<insufficient privilege>' and query <> ''`,
  read_file: `select pg_read_file('/etc/passwd') as a`,
  list_files: `select pg_ls_dir('/') as a`,
  import_file: `select lo_import('/etc/passwd')::text as a`,
  large_object: `select lo_from_bytea(0, 'x')::text as a`,
  dblink: `select a from dblink('dbname=postgres', 'select 1') as t(a text)`,
  drop: `select '1' as a) q) t) select 1; drop table "ws_vault"."papers";
    with found as materialized (select t.* from (select 1 as "$row", q.a from (select '1' as a`,
  commit: `select '1' as a; commit; select '2' as a`,
  delete: `with gone as (delete from "ws_vault"."papers" returning title) select title as a from gone`,
  escape: `select 'x' as a) q) t), gone as (delete from "ws_vault"."papers" returning title),
    rest as (select * from (select 1 as "$row", q.a from (select title as a from gone`,
  insert: `with n as (insert into "ws_vault"."leaflets" (title) values ('x') returning title) select title as a from n`,
  writable: `select set_config('transaction_read_only', 'off', false) as a`,
  number: `select nextval('"ws_vault"."papers$index"')::text as a`,
  temporary: `select 'x' as a into temp table t`,
  terminate: `select pg_terminate_backend(pid)::text as a from pg_stat_activity where application_name = 'kontor'`,
  sleep: `select pg_sleep(30)::text as a`,
  unlimited: `select set_config('statement_timeout', '0', false) || pg_sleep(30)::text as a`,
  setting: `select set_config('statement_timeout', '0', false) || set_config('work_mem', '7MB', false) as a`,
  read_setting: `select current_setting('work_mem') as a`,
  lock: `select pg_advisory_lock(83650001)::text as a`,
  notify: `select pg_notify('kontor', 'x')::text as a`,
  endless: `with recursive n(i) as (select 1 union all select i + 1 from n) select i::text as a from n`,
  wide: `select repeat('x', 4000000) as a from generate_series(1, 9)`,
  many: `select 'x' as a from generate_series(1, 20000)`,
}

const report = (text: string) =>
  `name: R\ncolumns: { a: { name: A, type: STRING } }\nsql: |\n${text.replace(/^/gm, '  ')}\n`
const APP = 'fields: { title: { name: Title, type: STRING, indexed: true } }\n'
await solutions.apply({
  input: {
    files: solution('vault', {
      'workspaces/vault/apps/papers.yaml': `name: Papers\n${APP}`,
      'workspaces/vault/apps/leaflets.yaml': `name: Leaflets\n${APP}`,
      ...Object.fromEntries(
        Object.entries(TEXTS).map(([code, text]) => [
          `workspaces/vault/reports/${code}.yaml`,
          report(text),
        ]),
      ),
    }),
  },
})

const ann = await make.user()
const grant = (kind: string, object: string) =>
  access.grant({ input: { kind, object, right: 'read', subjectKind: 'user', subject: ann.id } })
await grant('app', 'vault/leaflets')
for (const code of Object.keys(TEXTS)) await grant('report', `vault/${code}`)
const create = (code: string, title: string) =>
  apps.createItem({ params: { namespace: 'vault', code }, input: { context: { title } } })
for (let at = 0; at < 20; at++) await create('papers', 'secret')
await create('leaflets', 'public')

const run = async (code: string, by = as(ann), input: object = {}) => {
  const params = { namespace: 'vault', code }
  return (await by.reports.listRows({ params, input })).result
}
const papers = async () => {
  const { rows } = await sql.query('select count(*)::integer as n from ws_vault.papers')
  return rows[0].n
}

test('a report runs as a user who is nobody else', async () => {
  const { result } = await run('who')

  expect(result[0]?.a).toMatch(/^(kontor_reports_\w{10}) \1$/)
})

test('the same text shows each reader what they may read', async () => {
  expect(await run('hidden')).toEqual({ total: 0, result: [] })
  expect(await run('named')).toEqual({ total: 0, result: [] })
  expect((await run('hidden', as(admin))).total).toBe(20)
  expect(await run('open')).toEqual({ total: 1, result: [{ a: 'public' }] })
})

test.each(['felt', 'felt_later'])('rows out of sight cause no error either: %s', async (code) => {
  expect(await run(code)).toEqual({ total: 0, result: [] })
  await expect(run(code, as(admin))).rejects.toMatchObject({
    message: expect.stringContaining('invalid input syntax'),
  })
})

test.each([
  ['set_role', 'syntax error'],
  ['reset_role', 'syntax error'],
  ['role_of_owner', 'permission denied to set role'],
  ['authorization', 'permission denied to set session authorization'],
  ['row_security', 'affected by row-level security'],
  ['users', 'permission denied for schema kontor'],
  ['secret', 'permission denied for schema kontor'],
  ['secret_by_function', 'permission denied for schema kontor'],
  ['passwords', 'permission denied'],
  ['read_file', 'permission denied'],
  ['list_files', 'permission denied'],
  ['import_file', 'permission denied'],
  ['large_object', 'read-only transaction'],
  ['dblink', 'does not exist'],
  ['drop', 'multiple commands'],
  ['commit', 'syntax error'],
  ['delete', 'must be at the top level'],
  ['escape', 'read-only transaction'],
  ['insert', 'must be at the top level'],
  ['writable', 'read-write mode'],
  ['number', 'permission denied for sequence'],
  ['temporary', 'INTO is not allowed here'],
  ['terminate', 'permission denied to terminate'],
])('%s is refused, whoever asks', async (code, message) => {
  await expect(run(code)).rejects.toMatchObject({ status: 400 })
  await expect(run(code, as(admin))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
  expect(await papers()).toBe(20)
})

test.each(['forged_reader', 'statistics', 'activity'])('%s shows nothing', async (code) => {
  expect(await run(code)).toEqual({ total: 0, result: [] })
})

test.each(['role_by_function', 'forged_inside'])('%s gains nothing', async (code) => {
  const { result } = await run(code)

  expect(String(result[0]?.a)).not.toContain('secret')
  expect(String(result[0]?.a)).not.toContain('<c>20</c>')
  expect(String(result[0]?.a)).not.toContain('<u>kontor</u>')
})

test.each(['sleep', 'unlimited', 'endless'])('%s is ended in time', async (code) => {
  await expect(run(code)).rejects.toMatchObject({
    code: 'timeout',
    message: `the report vault/${code} took too long`,
  })
})

test('what a report leaves in its session is gone before the next one', async () => {
  const before = await run('read_setting')
  for (let at = 0; at < 4; at++) await run('setting')

  const after = await Promise.all([1, 2, 3, 4].map(() => run('read_setting')))

  expect(new Set(after.map(({ result }) => result[0]?.a))).toEqual(new Set([before.result[0]?.a]))
  await expect(run('sleep')).rejects.toMatchObject({ code: 'timeout' })
})

test('a report holds no lock when it is over, and tells nobody anything', async () => {
  const heard: string[] = []
  sql.on('notification', ({ channel }) => heard.push(channel))
  await sql.query('listen kontor')

  await run('lock')
  await run('notify')

  const { rows } = await sql.query(
    `select from pg_locks where locktype = 'advisory' and objid = 83650001`,
  )
  expect(rows).toEqual([])
  expect(heard).toEqual([])
})

test('a page is as large as a page may be', async () => {
  expect((await run('many', as(ann), { size: 100_000 })).result).toHaveLength(10_000)
  expect((await run('many', as(ann), { size: 1 })).total).toBe(20_000)
  await expect(run('wide', as(ann), { size: 100 })).rejects.toMatchObject({ status: 413 })
  expect((await run('wide', as(ann), { size: 2 })).total).toBe(9)
})

test('other users of the database read app tables as before', async () => {
  const role = `bi_${Date.now()}`
  await sql.query(`create role ${role}; grant usage on schema ws_vault to ${role};
    grant select on ws_vault.papers to ${role}`)

  await sql.query(`set role ${role}`)
  const seen = await papers()
  await sql.query(`reset role; drop owned by ${role}; drop role ${role}`)

  expect(seen).toBe(20)
})

test('the text of a new app is read in reports right away', async () => {
  await solutions.apply({
    input: {
      files: solution('later', {
        'workspaces/later/apps/notes.yaml': `name: Notes\n${APP}`,
        'workspaces/later/reports/all.yaml': report('select title as a from "ws_later"."notes"'),
      }),
    },
  })
  await apps.createItem({
    params: { namespace: 'later', code: 'notes' },
    input: { context: { title: 'new' } },
  })

  const { result } = await as(admin).reports.listRows({
    params: { namespace: 'later', code: 'all' },
  })

  expect(result.result).toEqual([{ a: 'new' }])
})
