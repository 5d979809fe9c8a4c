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

/** The answer of a standby; undefined if the primary has to answer. */
export async function readFromReplica<T>(
  primary: Primary,
  work: Reading<T>,
): Promise<{ result: T } | undefined> {
  const replica = await primary.replicas.take()
  const answer = replica && (await tryRead(replica, primary, work))
  primary.replicas.answered[answer ? 'replica' : 'primary']++
  return answer
}

/** Undefined if the primary has to answer: an error of a standby may only mean that it lacks the newest data. */
async function tryRead<T>(
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
    // The primary would take as long, and is needed for other work.
    if (isStatementTimeout(error) || isUpToCaller(error)) throw error
    return undefined
  }
}

/** The caller's read took too long, was abandoned, or is one of too many. */
const isUpToCaller = (error: unknown): boolean =>
  error instanceof AppError && UP_TO_CALLER.has(error.code)

const UP_TO_CALLER: ReadonlySet<ErrorCode> = new Set(['timeout', 'too_many', 'unavailable'])
