import type { Db } from '../../platform/db/db.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Binding } from './operations.ts'

export const listBindings = (db: Db, module: string): Promise<Binding[]> =>
  db.all(sql<Binding>`
    select extension, user_id as "userId" from kontor.telephony_bindings
    where module_id = ${module} order by ordinal`)

export async function countBindings(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all(sql<{ module: string; bindings: number }>`
    select module_id as module, count(*) as bindings from kontor.telephony_bindings
    group by module_id`)
  return new Map(rows.map(({ module, bindings }) => [module, bindings]))
}

/** Serializes replacements of a module's bindings, also if there are none yet. */
export async function lockBindings(db: Db, module: string): Promise<Binding[]> {
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('bindings', sql`${module}::text`)})`)
  return listBindings(db, module)
}

export async function replaceBindings(
  db: Db,
  module: string,
  bindings: readonly Binding[],
): Promise<void> {
  await db.run(sql`delete from kontor.telephony_bindings where module_id = ${module}`)
  const extensions = bindings.map(({ extension }) => extension)
  await db.run(sql`
    insert into kontor.telephony_bindings (module_id, extension, user_id, ordinal)
    select ${module}, b.extension, b.user_id, b.place
    from unnest(${extensions}::text[], ${bindings.map(({ userId }) => userId)}::uuid[]) with ordinality b(extension, user_id, place)`)
}

export const deleteBindingsOf = (db: Db, user: string) =>
  db.all(sql<{ module: string; extension: string }>`
    delete from kontor.telephony_bindings where user_id = ${user}
    returning module_id as module, extension`)
