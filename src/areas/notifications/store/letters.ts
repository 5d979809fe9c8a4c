import { type Db, statement } from '../../../platform/db/db.ts'
import type { Kind } from '../operations.ts'

/** Whom letters can reach, `u` and their settings `s`. */
const REACHABLE = `u.deleted_at is null and u.status <> 3 and u.email <> ''`

/** Older ones are no news any more. */
const UNTOLD = `n.letter_id is null and n.read_at is null and n.created_at > $1`

const selectWaiting = statement<{ id: string }>(`
  select u.id from kontor.users u
  left join kontor.notification_settings s on s.user_id = u.id
  where ${REACHABLE} and coalesce(s.email, 'digest') <> 'off'
    and (exists (select from kontor.notifications n where n.user_id = u.id and ${UNTOLD})
      or exists (select from kontor.notification_letters l
        where l.user_id = u.id and l.ended_at is null))`)

/** Users who have something to be told by letter, or a letter that is not out yet. */
export const listWaiting = async (db: Db, since: Date): Promise<string[]> =>
  (await db.query(selectWaiting, [since])).map(({ id }) => id)

const selectOpen = statement<{ id: string }>(`
  select id from kontor.notification_letters where user_id = $1 and ended_at is null
  order by made_at limit 1`)

export const findOpenLetter = async (db: Db, user: string): Promise<string | undefined> =>
  (await db.query(selectOpen, [user]))[0]?.id

const insert = statement(
  'insert into kontor.notification_letters (id, user_id, made_at) values ($1, $2, $3)',
)
const assign = statement<{ id: string }>(`
  update kontor.notifications n set letter_id = $3
  from kontor.users u left join kontor.notification_settings s on s.user_id = u.id
  where n.user_id = $2 and ${UNTOLD} and u.id = n.user_id and ${REACHABLE}
    and coalesce(s.email, 'digest') <> 'off'
  returning n.id`)

/** Puts what the user was not told of into a new letter; answers how much that is. */
export async function insertLetter(
  db: Db,
  { id, user, since, at }: { id: string; user: string; since: Date; at: Date },
): Promise<number> {
  const told = await db.query(assign, [since, user, id])
  if (told.length > 0) await db.query(insert, [id, user, at])
  return told.length
}

export type Told = { kind: Kind; actor: string | null; text: string; stream: string }

const selectTold = statement<Told & { email: string; name: string }>(`
  select n.kind, n.text, n.stream, a.name as actor, u.email, u.name
  from kontor.notifications n join kontor.users u on u.id = n.user_id
  left join kontor.users a on a.id = n.actor_id
  where n.letter_id = $1 order by n.created_at, n.id`)

/** What a letter tells, with whom; the same whenever it is asked for. */
export const listTold = (db: Db, letter: string) => db.query(selectTold, [letter])

const end = statement<{ id: string }>(`
  update kontor.notification_letters set ended_at = $2, error = $3
  where id = $1 and ended_at is null returning id`)

export const endLetter = async (
  db: Db,
  id: string,
  { at, error }: { at: Date; error: string | null },
): Promise<boolean> => (await db.query(end, [id, at, error])).length > 0

const forget = statement('delete from kontor.notification_letters where ended_at < $1')

export const forgetLetters = (db: Db, before: Date) => db.query(forget, [before])
