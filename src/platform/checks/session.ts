import { type Connection, connectClient } from '../db/db.ts'
import { type Finding, ok, problem } from './check.ts'

/** Whether a connection is one session: limits, prepared statements and signals between nodes belong to it. */
export async function checkSession(connection: Connection): Promise<Finding> {
  const [one, other] = [await connectClient(connection), await connectClient(connection)]
  const sessionOf = async (client: typeof one) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const before = await sessionOf(one)
    // A pooler that assigns whole sessions returns the connection that was just used.
    await other.query('begin')
    const others = await sessionOf(other)
    if (before !== others && before === (await sessionOf(one))) {
      return ok('every connection is a session of its own')
    }
    return problem(
      'a pooler lends sessions for a transaction, so limits, prepared statements and signals get lost: set its pool_mode to session, or connect without it',
    )
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}
