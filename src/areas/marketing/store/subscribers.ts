import type { AppAddress } from '../../../lib/app-path.ts'
import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

/** A person who agrees: an item and its address. */
export type Subscriber = { id: string; item: string; name: string; email: string }

export type Existing = {
  id: string
  email: string
  item: string
  is_here: boolean
  subscribed: boolean
}

/** Serializes concurrent changes of the same address. */
export const lockSubscribers = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('subscribers')})`)

/** Subscribers with these items of an app behind them, or with these addresses. */
export const listExisting = (
  db: Db,
  { namespace, code }: AppAddress,
  { items, emails }: { items: readonly string[]; emails: readonly string[] },
): Promise<Existing[]> =>
  db.all(sql<Existing>`
    select id, email, item_id as item, namespace = ${namespace} and code = ${code} as is_here,
      subscribed
    from kontor.marketing_subscribers
    where email = any(${emails}::text[])
      or (namespace = ${namespace} and code = ${code} and item_id = any(${items}::uuid[]))`)

export type Agreed = { place: AppAddress; preferences: readonly string[]; at: Date }

/** As the rows `n`. */
const rowsOf = (people: readonly Subscriber[]): Sql => sql`
  unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ item }) => item)}::uuid[],
    ${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[])
    n(id, item, name, email)`

export async function insertSubscribers(
  db: Db,
  people: readonly Subscriber[],
  { place, preferences, at }: Agreed,
): Promise<void> {
  if (people.length === 0) return
  await db.run(sql`
    insert into kontor.marketing_subscribers
      (id, item_id, name, email, namespace, code, preferences, subscribed, created_at, updated_at)
    select n.id, n.item, n.name, n.email, ${place.namespace}, ${place.code},
      ${preferences}::uuid[], true, ${at}, ${at}
    from ${rowsOf(people)}`)
}

/** A known address stays with its item. */
export async function saveSubscribers(
  db: Db,
  people: readonly Subscriber[],
  { place, preferences, at }: Agreed,
): Promise<void> {
  if (people.length === 0) return
  await db.run(sql`
    update kontor.marketing_subscribers s
    set name = case when (s.namespace, s.code, s.item_id)
        = (${place.namespace}, ${place.code}, n.item) then n.name else s.name end,
      email = n.email, preferences = ${preferences}::uuid[], subscribed = true, updated_at = ${at}
    from ${rowsOf(people)}
    where s.id = n.id`)
}

/** False if there was nothing to withdraw. */
export async function saveWithdrawn(db: Db, id: string, at: Date): Promise<boolean> {
  const changed = await db.run(sql<{ id: string }>`
    update kontor.marketing_subscribers set subscribed = false, updated_at = ${at}
    where id = ${id} and subscribed returning id`)
  return changed > 0
}

/** The app of the item behind a subscriber. */
export async function findPlace(db: Db, id: string): Promise<AppAddress | undefined> {
  return await db.first(
    sql<AppAddress>`select namespace, code from kontor.marketing_subscribers where id = ${id}`,
  )
}
