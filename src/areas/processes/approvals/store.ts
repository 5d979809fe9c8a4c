import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type ListKind = 'approval' | 'inform'
export type Answer = 'approved' | 'rejected' | 'done'
export type ListEnd = 'approved' | 'rejected' | 'cancel'

/** A version of a file that somebody saw. */
export type SeenFile = { id: string; version: number }

/** One line of the permanent record. */
export type Happened =
  | { event: 'asked'; data: { kind: ListKind; round: number; people: string[]; files: SeenFile[] } }
  | {
      event: 'answered'
      data: {
        respondent: string
        answer: Answer
        comment: string
        substitute: string | null
        files: SeenFile[]
      }
    }
  | { event: 'withdrawn'; data: Record<string, never> }
  | { event: 'closed'; data: { status: ListEnd } }
  | { event: 'signed'; data: { signer: string; files: SeenFile[] } }

/** The document, the list, and the step of a process. */
export type ApprovalKey = {
  app: string
  item_id: string
  list_id: string | null
  instance_id: string | null
  step: number | null
}

export type Entry = ApprovalKey & { seq: number; at: Date } & Happened

/** The caller holds a lock on the item, so that two lines never follow the same one. */
export const insertEntry = (
  db: Db,
  place: ApprovalKey,
  { event, data }: Happened,
  { at, by }: { at: Date; by: string },
) => {
  const { item_id, app, list_id, instance_id, step } = place
  // The database assigns the number and the hashes, because it knows the previous line.
  return db.run(sql`
    insert into kontor.docflow_entries
      (item_id, seq, app, list_id, event, at, actor_id, instance_id, step, data, previous, hash)
    values (${item_id}, 1, ${app}, ${list_id}, ${event}, ${at}, ${by}, ${instance_id}, ${step},
      ${JSON.stringify(data)}, ''::bytea, ''::bytea)`)
}

const COLUMNS = sql`app, item_id, list_id, instance_id, step, seq, at, event, data`

/** Ids are unique only within an app: another app may have an item with the same id. */
export const listEntries = (
  db: Db,
  { app, item_id }: Pick<ApprovalKey, 'app' | 'item_id'>,
): Promise<Entry[]> =>
  db.all(sql<Entry>`
    select ${COLUMNS} from kontor.docflow_entries where item_id = ${item_id} and app = ${app}
    order by seq`)

/** The lists on which a step has asked people. */
export async function findAsked(
  db: Db,
  instanceId: string,
  step: number,
): Promise<ApprovalKey | undefined> {
  return db.first(sql<ApprovalKey>`
    select app, item_id, list_id, instance_id, step from kontor.docflow_entries
    where instance_id = ${instanceId} and step = ${step} and event = 'asked'
    order by seq desc limit 1`)
}

/** The items for which an instance has asked people. */
export const listAskedItems = (db: Db, instanceId: string) =>
  db.all(sql<{ app: string; item_id: string }>`
    select distinct app, item_id from kontor.docflow_entries
    where instance_id = ${instanceId} and event = 'asked' order by item_id`)

/** Whether a running process, other than this one with its callers and children, asks on a list. */
export async function isAskedByOthers(
  db: Db,
  listId: string,
  { instance, caller }: { instance: string; caller: string | null },
): Promise<boolean> {
  const found = await db.run(sql`
    with recursive up (start, id, parent_id) as (
      select i.id, i.id, i.parent_id from kontor.process_instances i
      where i.id = ${caller}::uuid or (i.ended_at is null and i.id in (
        select e.instance_id from kontor.docflow_entries e
        where e.list_id = ${listId} and e.event = 'asked'))
      union all
      select up.start, i.id, i.parent_id
      from up join kontor.process_instances i on i.id = up.parent_id),
    root as (select start, id from up where parent_id is null)
    select from root where start is distinct from ${caller}::uuid
      and id <> coalesce((select id from root where start = ${caller}::uuid), ${instance}::uuid)`)
  return found > 0
}

/** The instances whose open sheets concern a file. */
export const listAbout = (db: Db, fileId: string) =>
  db.all(sql<{ instance_id: string }>`
    select distinct e.instance_id from kontor.docflow_entries e
    where e.event = 'asked' and e.data -> 'files' @> ${JSON.stringify([{ id: fileId }])}
      and e.data ->> 'kind' = 'approval'
      and e.instance_id is not null
      and not exists (select from kontor.docflow_entries c
        where c.list_id = e.list_id and c.event = 'closed')`)

export type Broken = { app: string; item_id: string; seq: number; problem: string }

export const listBroken = (db: Db): Promise<Broken[]> =>
  db.all(sql<Broken>`
    select app, item_id, seq, problem from kontor.check_docflow() order by item_id limit 20`)

export async function countEntries(db: Db): Promise<number> {
  const counted = await db.first(
    sql<{ entries: number }>`select count(*)::int as entries from kontor.docflow_entries`,
  )
  return counted?.entries ?? 0
}
