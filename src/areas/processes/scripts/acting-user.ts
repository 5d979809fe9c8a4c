import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { findActingPerson, findActingUser } from '../../access/service.ts'
import { FinalFailure } from '../jobs/outcome.ts'

const SCOPES = ['*:read', '*:write']

/**
 * The user whose rights a script has: the one that its process names, else whoever started it. Never those
 * of an administrator: a script that can do anything would make everybody who can start it one.
 */
export async function findScriptUser(
  ctx: Context,
  { named, author }: { named: string | undefined; author: string },
): Promise<Caller> {
  const user =
    named === undefined
      ? await findActingPerson(ctx, author, SCOPES)
      : await findActingUser(ctx, named, SCOPES)
  if (user && !user.isAdministrator) return user
  const message = user ? mighty(user.login, named) : unknown(named)
  throw new FinalFailure({ message, code: 'script-user' })
}

const HINT = 'name a user with the rights it needs as "scriptUser" of the process'

const mighty = (login: string, named: string | undefined): string =>
  named === undefined
    ? `a script cannot act as an administrator, and "${login}", who started the process, is one: ${HINT}`
    : `a script cannot act as an administrator: give "${login}" the rights it needs instead`

const unknown = (named: string | undefined): string =>
  named === undefined
    ? `nobody who can sign in started the process: ${HINT}`
    : `there is no user "${named}" who can sign in`
