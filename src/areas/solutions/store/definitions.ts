import type { Model } from '../../../engine/model.ts'
import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { once, raw, sql, withTimeout } from '../../../platform/db/sql.ts'

/**
 * One at a time on all nodes. Waiting for another apply may take a while; waiting for a table must
 * not, because everybody else then waits behind us.
 */
export async function lockDefinitions(db: Db): Promise<void> {
  await db.run(sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`)
  await db.run(
    withTimeout(sql`select pg_advisory_xact_lock(${advisoryLock('definitions')})`, 90_000),
  )
  await db.run(sql`select set_config('lock_timeout', '2s', true)`)
}

/** Several statements in one round trip; DDL is never worth a prepared name. */
export async function runStatements(db: Db, statements: string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += BATCH) {
    const batch = raw(statements.slice(at, at + BATCH).join(';\n'))
    await db.run(withTimeout(once(batch), LONGEST))
  }
}
const BATCH = 500
const LONGEST = 3_600_000

export type DefinitionToSave = {
  id: string
  kind: string
  namespace: string
  code: string
  file: string
  body: unknown
  attachments: Record<string, string>
}

type Saving = { solution: string; now: Date; by: string }

/** The new version of each. */
export async function saveDefinitions(
  db: Db,
  { save, remove }: { save: DefinitionToSave[]; remove: string[] },
  { solution, now, by }: Saving,
): Promise<Map<string, number>> {
  const next = await db.first(
    sql<{ revision: number }>`select nextval('kontor.definition_revisions') as revision`,
  )
  const revision = next?.revision
  const saved = await db.all(sql<{ id: string; version: number }>`
    insert into kontor.definitions as d
      (id, kind, namespace, code, solution, version, revision, file, body, attachments,
       created_at, created_by, updated_at, updated_by)
    select n.id, n.kind, n.namespace, n.code, ${solution}, 1, ${revision}, n.file, n.body,
      n.attachments, ${now}, ${by}, ${now}, ${by}
    from json_to_recordset(${JSON.stringify(save)}::json)
      as n(id uuid, kind text, namespace text, code text, file text, body json, attachments jsonb)
    on conflict (id) do update set
      solution = excluded.solution,
      version = d.version + 1,
      revision = excluded.revision,
      file = excluded.file,
      body = excluded.body,
      attachments = excluded.attachments,
      updated_at = excluded.updated_at,
      updated_by = excluded.updated_by,
      deleted_at = null
    returning id, version`)
  const removed = await db.all(sql<{ id: string; version: number }>`
    update kontor.definitions
    set deleted_at = ${now}, updated_at = ${now}, updated_by = ${by}, version = version + 1,
      revision = ${revision}
    where id = any(${remove}::uuid[])
    returning id, version`)
  return new Map([...saved, ...removed].map(({ id, version }) => [id, version]))
}

/** For nodes to read them again. */
export const touchDefinitions = (db: Db, ids: readonly string[]) =>
  db.run(sql`
    update kontor.definitions
    set version = version + 1, revision = nextval('kontor.definition_revisions')
    where id = any(${ids}::uuid[])`)

export const saveRemovedFields = (
  db: Db,
  apps: { id: string; fields: Record<string, unknown> }[],
) =>
  db.run(sql`
    insert into kontor.app_tables (app_id, removed_fields)
    select n.id, n.fields
      from json_to_recordset(${JSON.stringify(apps)}::json) as n(id uuid, fields json)
    on conflict (app_id) do update set removed_fields = excluded.removed_fields`)

export type LatestVersion = { number: number; checksum: string }

export async function findLatestVersions(
  db: Db,
  ids: string[],
): Promise<Map<string, LatestVersion>> {
  const rows = await db.all(sql<{ template_id: string; number: number; checksum: string }>`
    select distinct on (template_id) template_id, number, checksum
    from kontor.process_versions where template_id = any(${ids}::uuid[])
    order by template_id, number desc`)
  return new Map(rows.map(({ template_id, ...latest }) => [template_id, latest]))
}

export type ProcessVersion = {
  templateId: string
  number: number
  bpmn: string
  body: unknown
  graph: unknown
  checksum: string
}

export const insertProcessVersion = (
  db: Db,
  version: ProcessVersion,
  { now, by }: { now: Date; by: string },
) =>
  db.run(sql`
    insert into kontor.process_versions
      (template_id, number, bpmn, body, graph, checksum, published_at, published_by)
    values (${version.templateId}, ${version.number}, ${version.bpmn},
      ${JSON.stringify(version.body)}, ${JSON.stringify(version.graph)}, ${version.checksum},
      ${now}, ${by})`)

/** The graph of the newest published version. */
export async function findLatestGraph(db: Db, templateId: string): Promise<Model | undefined> {
  const row = await db.first(sql<{ graph: Model }>`
    select graph from kontor.process_versions where template_id = ${templateId}
    order by number desc limit 1`)
  return row?.graph
}

/** What the instances of one version run on. */
export type StoredVersion = {
  template_id: string
  number: number
  body: unknown
  graph: Model
  namespace: string
  code: string
}

export async function findVersion(
  db: Db,
  templateId: string,
  number: number,
): Promise<StoredVersion | undefined> {
  return db.first(sql<StoredVersion>`
    select v.template_id, v.number, v.body, v.graph, d.namespace, d.code
    from kontor.process_versions v join kontor.definitions d on d.id = v.template_id
    where v.template_id = ${templateId} and v.number = ${number}`)
}

export async function findDiagram(
  db: Db,
  templateId: string,
  number: number,
): Promise<string | undefined> {
  const found = await db.first(sql<{ bpmn: string }>`
    select bpmn from kontor.process_versions where template_id = ${templateId}
      and number = ${number}`)
  return found?.bpmn
}

export type VersionRow = { number: number; published_at: Date }

export const listVersions = (db: Db, templateId: string): Promise<VersionRow[]> =>
  db.all(sql<VersionRow>`
    select number, published_at from kontor.process_versions
    where template_id = ${templateId} order by number desc`)
