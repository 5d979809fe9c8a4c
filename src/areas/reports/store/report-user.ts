import { DatabaseError } from 'pg'
import type { AppAddress } from '../../../lib/app-path.ts'
import { unavailable } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { inline, name, once, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { tableOf } from '../../solutions/tables.ts'

/** The user of the database who runs SQL reports, and the secret that signs who calls them. */
export type ReportUser = { role: string; password: string; secret: string }

const OWN_ROLE = /^kontor_reports_[0-9a-f]{10}$/

/** Also for a user that was made already; one of KONTOR_REPORTS_URL has a password of its own. */
export async function savePassword(
  db: Db,
  { password, sealed }: { password: string; sealed: string },
): Promise<void> {
  await db.run(sql`update kontor.report_access set password = ${sealed}`)
  const { role } = await findUser(db)
  if (!OWN_ROLE.test(role) || (await findPowers(db, role)) === undefined) return
  await runText(db, [sql`alter role ${name(role)} password ${password}`])
}

export async function findUser(db: Db): Promise<ReportUser> {
  const user = await db.first(
    sql<ReportUser>`select role, password, secret from kontor.report_access`,
  )
  if (!user) throw new Error('kontor.report_access is empty')
  return user
}

/** What the user may do that would let a report out of its cage; undefined when there is no such user. */
export async function findPowers(db: Db, role: string): Promise<string[] | undefined> {
  const found = await db.first(sql<{ powers: string[] }>`
    select array_remove(array[
      case when rolsuper then 'is a superuser' end,
      case when rolbypassrls then 'bypasses row security' end,
      case when rolcreaterole then 'may create roles' end,
      case when rolcreatedb then 'may create databases' end,
      case when rolreplication then 'may replicate' end,
      case when exists (select from pg_auth_members m where m.member = r.oid) then 'is a member of another role' end,
      case when exists (select from pg_class c where c.relowner = r.oid) then 'owns tables' end,
      case when pg_has_role(oid, current_user, 'member') then 'has the rights of Kontor itself' end
    ], null) as powers
    from pg_roles r where rolname = ${role}`)
  return found?.powers
}

/** Creates the user where it is missing. Several nodes may try at once: the row is held. */
export async function ensureUser(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  givenRole: string | undefined,
): Promise<ReportUser> {
  await db.all(sql<ReportUser>`select role, password, secret from kontor.report_access for update`)
  if (givenRole !== undefined)
    await db.run(
      sql`update kontor.report_access set role = ${givenRole} where role <> ${givenRole}`,
    )
  const found = await findUser(db)
  const user = { ...found, password: secrets.open(found.password) }
  const powers = await findPowers(db, user.role)
  if (powers === undefined) await createUser(db, user)
  else if (powers.length > 0) throw refuse(`"${user.role}" ${powers.join(' and ')}`)
  return user
}

type Own = { login: string; is_super: boolean; may_create: boolean }

/** The user Kontor itself is. */
export async function findOwn(db: Db): Promise<Own> {
  const own = await db.first(sql<Own>`
    select rolname as login, rolsuper as is_super, rolsuper or rolcreaterole as may_create
    from pg_roles where rolname = current_user`)
  if (!own) throw new Error('the current user is not among the roles')
  return own
}

export const cannotCreate = ({ login }: Own): string =>
  `"${login}" may not create one: give it CREATEROLE, or create a user without any rights and name it in KONTOR_REPORTS_URL`

/** Users belong to all databases of a server: a copy of this one may be making the same at this moment. */
async function createUser(db: Db, { role, password }: ReportUser): Promise<void> {
  const own = await findOwn(db)
  try {
    await inSavepoint(db, async () => {
      await runText(db, [
        sql`create role ${name(role)} login noinherit connection limit 100 password ${password}`,
        // Only superusers may say so: what a report spills to disk is bounded where we are one.
        ...(own.is_super ? [sql`alter role ${name(role)} set temp_file_limit = '2GB'`] : []),
      ])
    })
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === '42710' || code === '23505') return
    if (code !== '42501') throw error
    throw refuse(cannotCreate(own), error)
  }
}

const refuse = (why: string, cause?: unknown) =>
  unavailable(`SQL reports need a database user of their own: ${why}`, cause)

/** Several statements that take no parameters. */
const runText = (db: Db, steps: readonly Sql[]) => db.run(once(raw(steps.map(inline).join(';\n'))))

type Table = { schema: string; name: string }

/** App tables that reports cannot read yet, or that do not keep rows from them. */
export async function findUnready(
  db: Db,
  role: string,
  apps: readonly AppAddress[],
): Promise<AppAddress[]> {
  const schemas = apps.map(({ namespace }) => `ws_${namespace}`)
  const names = apps.map(({ code }) => code)
  const tables = await db.all(sql<Table>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join unnest(${schemas}::text[], ${names}::text[]) as app(schema, name)
      on app.schema = n.nspname and app.name = c.relname
    where c.relkind = 'r' and not (
      c.relrowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'kontor_rows')
      and has_schema_privilege(${role}, n.oid, 'usage')
        and has_table_privilege(${role}, c.oid, 'select'))
    order by 1, 2`)
  return tables.map(({ schema, name: code }) => ({ namespace: schema.slice('ws_'.length), code }))
}

/**
 * Lets reports read a table, and of it only what the caller may. Others to whom somebody granted
 * the table, such as BI tools, go on as before.
 */
export async function openTable(db: Db, role: string, app: AppAddress): Promise<void> {
  const table = tableOf(app)
  const path = `${app.namespace}/${app.code}`
  const schema = name(`ws_${app.namespace}`)
  const rows = sql`not (select kontor.is_report())
    or (select kontor.report_reads(${path}))
    or "__createdBy" = (select kontor.report_author(${path}))
    or "__id" = any((select kontor.report_items(${path}))::uuid[])`
  const steps = [
    // Two who are the first to read a report would grant at once, which the catalogue refuses.
    sql`select pg_advisory_xact_lock(${advisoryLock('report rights')})`,
    sql`set local lock_timeout = '2s'`,
    sql`drop policy if exists kontor_rows on ${table}`,
    sql`create policy kontor_rows on ${table} using (${rows})`,
    sql`alter table ${table} enable row level security`,
    sql`grant usage on schema ${schema} to ${name(role)}`,
    sql`grant select on ${table} to ${name(role)}`,
  ]
  await runText(db, steps)
}

/** App tables that show reports all of their rows, whoever opened them so. */
export async function findUnguarded(db: Db, role: string): Promise<string[]> {
  const rows = await db.all(sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      and has_table_privilege(${role}, c.oid, 'select') and not c.relrowsecurity
    order by 1`)
  return rows.map((table) => table.name)
}
