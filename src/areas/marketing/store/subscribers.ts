import { type Db, statement } from '../../../platform/db/db.ts'

export type Place = { namespace: string; code: string }

/** Somebody who agrees: an item and the address to write to. */
export type Subscriber = { id: string; item: string; name: string; email: string }

export type Existing = {
  id: string
  email: string
  item: string
  is_here: boolean
  subscribed: boolean
}

const lock = statement('select pg_advisory_xact_lock(83650012)')

/** Two who record the same address at once do so one after the other. */
export const lockSubscribers = (db: Db) => db.query(lock, [])

const selectExisting = statement<Existing>(`
  select id, email, item_id as item, namespace = $1 and code = $2 as is_here, subscribed
  from kontor.marketing_subscribers
  where email = any($4::text[])
    or (namespace = $1 and code = $2 and item_id = any($3::uuid[]))`)

/** Subscribers with these items of an app behind them, or with these addresses. */
export const listExisting = (
  db: Db,
  { namespace, code }: Place,
  { items, emails }: { items: readonly string[]; emails: readonly string[] },
): Promise<Existing[]> => db.query(selectExisting, [namespace, code, items, emails])

const insert = statement(`
  insert into kontor.marketing_subscribers
    (id, item_id, name, email, namespace, code, preferences, subscribed, created_at, updated_at)
  select n.id, n.item, n.name, n.email, $5, $6, $7::uuid[], true, $8, $8
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) n(id, item, name, email)`)

/** An address that is known stays with the item it is known for. */
const update = statement(`
  update kontor.marketing_subscribers s
  set name = case when (s.namespace, s.code, s.item_id) = ($5, $6, n.item) then n.name else s.name end,
    email = n.email, preferences = $7::uuid[], subscribed = true, updated_at = $8
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) n(id, item, name, email)
  where s.id = n.id`)

export type Agreed = { place: Place; preferences: readonly string[]; at: Date }

const values = (people: readonly Subscriber[], { place, preferences, at }: Agreed) => [
  people.map(({ id }) => id),
  people.map(({ item }) => item),
  people.map(({ name }) => name),
  people.map(({ email }) => email),
  ...[place.namespace, place.code, preferences, at],
]

export async function insertSubscribers(
  db: Db,
  people: readonly Subscriber[],
  agreed: Agreed,
): Promise<void> {
  if (people.length > 0) await db.query(insert, values(people, agreed))
}

export async function saveSubscribers(
  db: Db,
  people: readonly Subscriber[],
  agreed: Agreed,
): Promise<void> {
  if (people.length > 0) await db.query(update, values(people, agreed))
}

const withdraw = statement<{ id: string }>(`
  update kontor.marketing_subscribers set subscribed = false, updated_at = $2
  where id = $1 and subscribed returning id`)

/** False when there was nothing to withdraw. */
export async function saveWithdrawn(db: Db, id: string, at: Date): Promise<boolean> {
  return (await db.query(withdraw, [id, at])).length > 0
}

const selectApp = statement<Place>(
  'select namespace, code from kontor.marketing_subscribers where id = $1',
)

/** The app of the item behind a subscriber. */
export async function findPlace(db: Db, id: string): Promise<Place | undefined> {
  return (await db.query(selectApp, [id]))[0]
}
