import { type Db, statement } from '../../platform/db/db.ts'
import type { Binding } from './operations.ts'

const select = statement<Binding>(`
  select extension, user_id as "userId" from kontor.telephony_bindings
  where module_id = $1 order by ordinal`)

export const listBindings = (db: Db, module: string): Promise<Binding[]> =>
  db.query(select, [module])

const count = statement<{ module: string; bindings: number }>(
  'select module_id as module, count(*) as bindings from kontor.telephony_bindings group by module_id',
)

export async function countBindings(db: Db): Promise<ReadonlyMap<string, number>> {
  return new Map((await db.query(count, [])).map(({ module, bindings }) => [module, bindings]))
}

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 83650013))')

/** Who replaces the bindings of a module does so alone, also where there are none yet. */
export async function lockBindings(db: Db, module: string): Promise<Binding[]> {
  await db.query(lock, [module])
  return listBindings(db, module)
}

const remove = statement('delete from kontor.telephony_bindings where module_id = $1')

const insert = statement(`
  insert into kontor.telephony_bindings (module_id, extension, user_id, ordinal)
  select $1, b.extension, b.user_id, b.place
  from unnest($2::text[], $3::uuid[]) with ordinality b(extension, user_id, place)`)

export async function replaceBindings(
  db: Db,
  module: string,
  bindings: readonly Binding[],
): Promise<void> {
  await db.query(remove, [module])
  const extensions = bindings.map(({ extension }) => extension)
  await db.query(insert, [module, extensions, bindings.map(({ userId }) => userId)])
}

const removeOf = statement<{ module: string; extension: string }>(`
  delete from kontor.telephony_bindings where user_id = $1
  returning module_id as module, extension`)

export const deleteBindingsOf = (db: Db, user: string) => db.query(removeOf, [user])
