import type pg from 'pg'
import { AppError, type ErrorCode } from '../../lib/errors.ts'
import type { Db } from '../db/db.ts'
import { isStatementTimeout } from '../db/errors.ts'
import type { Definitions } from '../definitions.ts'
import { PinnedDefinitions } from '../pinned-definitions.ts'
import type { Replica } from './replica.ts'
import type { Replicas } from './replicas.ts'

type Primary = {
  replicas: Replicas
  db: Db
  definitions: Definitions
  connect(): Promise<pg.Client>
}
type Target = Pick<Replica, 'connections' | 'connect'>
type Reading<T> = (pinned: PinnedDefinitions, place: Target) => Promise<T>

/** The answer of a standby; nothing if the primary has to answer. */
export async function readAway<T>(
  primary: Primary,
  work: Reading<T>,
): Promise<{ result: T } | undefined> {
  const replica = await primary.replicas.take()
  const answer = replica && (await readFrom(replica, primary, work))
  primary.replicas.answered[answer ? 'replica' : 'primary']++
  return answer
}

/** Nothing if the primary has to answer: what a standby fails with, it may just not know yet. */
async function readFrom<T>(
  replica: Replica,
  { db, definitions, connect }: Primary,
  work: Reading<T>,
): Promise<{ result: T } | undefined> {
  const pinned = new PinnedDefinitions(definitions, db)
  const { connections } = replica
  const place = { connections, connect: () => replica.connect().catch(connect) }
  try {
    const result = await work(pinned, place)
    return (await pinned.isOutdated(db)) ? undefined : { result }
  } catch (error) {
    replica.noteError(error)
    // The primary would need as long, and has better things to do.
    if (isStatementTimeout(error) || isUpToCaller(error)) throw error
    return undefined
  }
}

/** They took too long, have hung up, or have too many reads at once. */
const isUpToCaller = (error: unknown): boolean =>
  error instanceof AppError && UP_TO_CALLER.has(error.code)

const UP_TO_CALLER: ReadonlySet<ErrorCode> = new Set(['timeout', 'too_many', 'unavailable'])
