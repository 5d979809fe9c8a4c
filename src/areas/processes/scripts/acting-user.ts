import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { findActingPerson, findActingUser } from '../../access/service.ts'
import { FinalFailure } from '../jobs/outcome.ts'

const SCOPES = ['*:read', '*:write']

type Candidates = {
  /** The login configured for the process or module. */
  named: string | undefined
  /** The user whose action made it run. */
  author: string
  owner?: string
  /** What the author did. */
  did?: string
}

/**
 * The user whose rights a script has: the configured one, otherwise the user whose action made it run. Never an
 * administrator: a script that may do anything would give that power to everybody who can start it.
 */
export async function findScriptUser(ctx: Context, wanted: Candidates): Promise<Caller> {
  const { named, author } = wanted
  const user =
    named === undefined
      ? await findActingPerson(ctx, author, SCOPES)
      : await findActingUser(ctx, named, SCOPES)
  return requireUsual(user, wanted)
}

/** An active user who is not an administrator. */
export function requireUsual(
  user: Caller | undefined,
  { named, owner = 'process', did = 'started the process' }: Omit<Candidates, 'author'>,
): Caller {
  if (user && !user.isAdministrator) return user
  const hint = `name a user with the rights it needs as "scriptUser" of the ${owner}`
  const message = user ? mighty(user.login, { named, did, hint }) : unknown({ named, did, hint })
  throw new FinalFailure({ message, code: 'script-user' })
}

type Warning = { named: string | undefined; did: string; hint: string }

const mighty = (login: string, { named, did, hint }: Warning): string =>
  named === undefined
    ? `a script cannot act as an administrator, and "${login}", who ${did}, is one: ${hint}`
    : `a script cannot act as an administrator: give "${login}" the rights it needs instead`

const unknown = ({ named, did, hint }: Warning): string =>
  named === undefined
    ? `nobody who can sign in ${did}: ${hint}`
    : `there is no user "${named}" who can sign in`
