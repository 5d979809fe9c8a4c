import { AppError } from '../../lib/errors.ts'
import { pause } from '../loops/sleep.ts'
import { type Connection, connectClient } from './db.ts'

const MOST_TRIES = 60
const AGAIN = 500
const LOOK = 300
/** Deadlock, and lock timeout. */
const HELD_UP = new Set(['40P01', '55P03'])

/** How long a statement waits for a lock: later statements queue behind it for as long. */
export const LOCK_TIMEOUT = `set lock_timeout = '2s'`

export type LockRetry = {
  connection: Connection
  /** The backend that may have to wait. */
  pid: number
  /** Called with a description of the sessions it waits for. */
  warn(text: string): void
  tries?: number
}

/**
 * Retries work that does not get its locks, and reports the sessions that hold them. A failed attempt must leave
 * nothing behind.
 */
export async function retryOnLocks<T>(
  what: string,
  { connection, pid, warn, tries: most = MOST_TRIES }: LockRetry,
  work: () => Promise<T>,
): Promise<T> {
  let told = ''
  for (let tries = 1; ; tries++) {
    const over = new AbortController()
    // Most waits end before the second attempt: look for holders, on another connection, only after it.
    const seeing = tries === 1 ? undefined : seeHolders(connection, pid, over.signal)
    try {
      return await work()
    } catch (error) {
      if (!isHeldUp(error)) throw error
      over.abort()
      const holders = (await seeing) ?? ''
      if (tries >= most) throw heldUp(error as Error, holders)
      if (holders !== '' && holders !== told) warn(`${what} waits for ${holders}`)
      told = holders || told
    } finally {
      over.abort()
      await seeing
    }
    await pause(AGAIN)
  }
}

function isHeldUp(error: unknown): boolean {
  const { code = '' } = ((error as Error).cause ?? error) as { code?: string }
  return HELD_UP.has(code)
}

const heldUp = (error: Error, holders: string): Error =>
  holders === ''
    ? error
    : new AppError('unavailable', `${error.message}: held by ${holders}; start again without it`, {
        cause: error,
      })

/** The sessions that the backend was last seen waiting for. If they cannot be read, the work continues. */
async function seeHolders(connection: Connection, pid: number, over: AbortSignal): Promise<string> {
  let seen = ''
  try {
    const client = await connectClient(connection)
    try {
      while (!over.aborted) {
        const { rows } = await client.query<{ holders: string | null }>(HOLDERS, [pid])
        seen = rows[0]?.holders ?? seen
        await pause(LOOK, over)
      }
    } finally {
      await client.end()
    }
  } catch {
    return seen
  }
  return seen
}

/** A role without rights sees only the process id and the role of other sessions. */
const HOLDERS = `
  select string_agg(case when holder = 0 then 'a prepared transaction'
    else format('process %s (%s)', holder, concat_ws(', ',
      coalesce(nullif(application_name, ''), nullif(backend_type, 'client backend')),
      'role ' || usename,
      state || to_char(query_start at time zone 'UTC', '" since "YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    end, ', ' order by holder) as holders
  from (select distinct unnest(pg_blocking_pids($1)) as holder) h
  left join pg_stat_activity on pid = holder`
