import type { Model } from '../../../engine/model.ts'
import { type Db, oneOff, statement } from '../../../platform/db/db.ts'

const LOCK = 83_650_003

const lockApply = { ...statement(`select pg_advisory_xact_lock(${LOCK})`), patience: 90_000 }
const waitLong = statement(`
  select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`)
const waitShort = statement(`select set_config('lock_timeout', '2s', true)`)

/**
 * One at a time on all nodes. Waiting for another apply may take a while; waiting for a table must
 * not, because everybody else then waits behind us.
 */
export async function lockDefinitions(db: Db): Promise<void> {
  await db.query(waitLong, [])
  await db.query(lockApply, [])
  await db.query(waitShort, [])
}

const nextRevision = statement<{ revision: number }>(
  `select nextval('kontor.definition_revisions') as revision`,
)

/** Several statements in one round trip; DDL is never worth a prepared name. */
export async function runStatements(db: Db, statements: string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += BATCH) {
    await db.query(oneOff(statements.slice(at, at + BATCH).join(';\n'), LONGEST), [])
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

const upsertDefinitions = statement<{ id: string; version: number }>(`
  insert into kontor.definitions as d
    (id, kind, namespace, code, solution, version, revision, file, body, attachments,
     created_at, created_by, updated_at, updated_by)
  select n.id, n.kind, n.namespace, n.code, $2, 1, $3, n.file, n.body, n.attachments, $4, $5, $4, $5
  from json_to_recordset($1::json)
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

const softDelete = statement<{ id: string; version: number }>(`
  update kontor.definitions
  set deleted_at = $2, updated_at = $2, updated_by = $3, version = version + 1, revision = $4
  where id = any($1::uuid[])
  returning id, version`)

/** The new version of each. */
export async function saveDefinitions(
  db: Db,
  { save, remove }: { save: DefinitionToSave[]; remove: string[] },
  { solution, now, by }: Saving,
): Promise<Map<string, number>> {
  const [next] = await db.query(nextRevision, [])
  const revision = next?.revision
  const saved = await db.query(upsertDefinitions, [
    JSON.stringify(save),
    solution,
    revision,
    now,
    by,
  ])
  const removed = await db.query(softDelete, [remove, now, by, revision])
  return new Map([...saved, ...removed].map(({ id, version }) => [id, version]))
}

const upsertRemovedFields = statement(`
  insert into kontor.app_tables (app_id, removed_fields)
  select n.id, n.fields from json_to_recordset($1::json) as n(id uuid, fields json)
  on conflict (app_id) do update set removed_fields = excluded.removed_fields`)

export const saveRemovedFields = (
  db: Db,
  apps: { id: string; fields: Record<string, unknown> }[],
) => db.query(upsertRemovedFields, [JSON.stringify(apps)])

const latestVersions = statement<{ template_id: string; number: number; checksum: string }>(`
  select distinct on (template_id) template_id, number, checksum
  from kontor.process_versions where template_id = any($1::uuid[])
  order by template_id, number desc`)

export type LatestVersion = { number: number; checksum: string }

export async function findLatestVersions(
  db: Db,
  ids: string[],
): Promise<Map<string, LatestVersion>> {
  const rows = await db.query(latestVersions, [ids])
  return new Map(rows.map(({ template_id, ...latest }) => [template_id, latest]))
}

const insertVersion = statement(`
  insert into kontor.process_versions
    (template_id, number, bpmn, body, graph, checksum, published_at, published_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`)

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
  db.query(insertVersion, [
    version.templateId,
    version.number,
    version.bpmn,
    JSON.stringify(version.body),
    JSON.stringify(version.graph),
    version.checksum,
    now,
    by,
  ])

const latestGraph = statement<{ graph: Model }>(`
  select graph from kontor.process_versions where template_id = $1 order by number desc limit 1`)

/** The graph of the newest published version. */
export async function findLatestGraph(db: Db, templateId: string): Promise<Model | undefined> {
  const [row] = await db.query(latestGraph, [templateId])
  return row?.graph
}

const selectVersion = statement<StoredVersion>(`
  select v.template_id, v.number, v.body, v.graph, d.namespace, d.code
  from kontor.process_versions v join kontor.definitions d on d.id = v.template_id
  where v.template_id = $1 and v.number = $2`)

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
  const [row] = await db.query(selectVersion, [templateId, number])
  return row
}

const selectDiagram = statement<{ bpmn: string }>(
  'select bpmn from kontor.process_versions where template_id = $1 and number = $2',
)

export async function findDiagram(
  db: Db,
  templateId: string,
  number: number,
): Promise<string | undefined> {
  const [found] = await db.query(selectDiagram, [templateId, number])
  return found?.bpmn
}

export type VersionRow = { number: number; published_at: Date }

const selectVersions = statement<VersionRow>(`
  select number, published_at from kontor.process_versions
  where template_id = $1 order by number desc`)

export const listVersions = (db: Db, templateId: string): Promise<VersionRow[]> =>
  db.query(selectVersions, [templateId])
