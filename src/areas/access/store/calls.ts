import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Calls = {
  calls: number
  failures: number
  succeededAt: Date | null
  failedAt: Date | null
  failure: string | null
}

/** Adds what a node has counted; in one order, so that nodes do not wait for each other. */
export async function addCalls(db: Db, counted: ReadonlyMap<string, Calls>): Promise<void> {
  if (counted.size === 0) return
  const rows = [...counted].sort(([one], [other]) => (one < other ? -1 : 1))
  const column = <K extends keyof Calls>(key: K) => rows.map(([, each]) => each[key])
  await db.run(sql`
    insert into kontor.credential_calls as c
      (credential_id, calls, failures, last_success_at, last_failure_at, last_failure)
    select * from unnest(${rows.map(([id]) => id)}::uuid[], ${column('calls')}::bigint[],
      ${column('failures')}::bigint[], ${column('succeededAt')}::timestamptz[],
      ${column('failedAt')}::timestamptz[], ${column('failure')}::text[])
    on conflict (credential_id) do update set
      calls = c.calls + excluded.calls,
      failures = c.failures + excluded.failures,
      last_success_at = greatest(c.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(c.last_failure_at, excluded.last_failure_at),
      last_failure = case when excluded.last_failure_at >= coalesce(c.last_failure_at, '-infinity')
        then excluded.last_failure else c.last_failure end`)
}

/** What was counted earlier with what came later. */
export function addedUp(
  earlier: ReadonlyMap<string, Calls>,
  later: ReadonlyMap<string, Calls>,
): Map<string, Calls> {
  const all = new Map(earlier)
  for (const [id, each] of later) {
    const before = all.get(id)
    const failed = each.failedAt || !before ? each : before
    all.set(id, {
      calls: each.calls + (before?.calls ?? 0),
      failures: each.failures + (before?.failures ?? 0),
      succeededAt: each.succeededAt ?? before?.succeededAt ?? null,
      failedAt: failed.failedAt,
      failure: failed.failure,
    })
  }
  return all
}

export type CallsRow = {
  calls: number
  failures: number
  last_success_at: Date | null
  last_failure_at: Date | null
  last_failure: string | null
}

/** Beside `left join kontor.credential_calls k`. */
export const CALLS = sql`coalesce(k.calls, 0) as calls, coalesce(k.failures, 0) as failures,
  k.last_success_at, k.last_failure_at, k.last_failure`

export const toCalls = (row: CallsRow) => ({
  calls: row.calls,
  failures: row.failures,
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  lastFailureAt: row.last_failure_at?.toISOString() ?? null,
  lastFailure: row.last_failure,
})

export const deleteOldCalls = (db: Db) =>
  db.run(sql`
    delete from kontor.credential_calls k
    where not exists (select from kontor.tokens t where t.id = k.credential_id)
      and not exists (select from kontor.connections c where c.id = k.credential_id)`)
