import { AppError, conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { getAccount } from '../../access/service.ts'
import { findOrAdmit } from './admission.ts'
import type { Finding } from './directory-operations.ts'
import { type Directories, openDirectory } from './ldap/directories.ts'
import type { DirectoryPerson } from './ldap/entries.ts'
import { inWords } from './oidc/words.ts'
import { getDirectory } from './service.ts'
import type { Steps } from './sign-in.ts'
import { listJoinedNames } from './store/groups.ts'
import { findIdentity, findLinkedBy } from './store/identities.ts'
import type { ProviderRow } from './store/providers.ts'

/** What a sign-in of a person would do, without their password and without effect. */
export async function previewSignIn(
  ctx: Steps,
  directories: Directories,
  { id, login }: { id: string; login: string },
): Promise<Finding[]> {
  const provider = await getDirectory(ctx, id)
  const { names, person } = await directories
    .lookUp(openDirectory(ctx, provider), login)
    .catch((error: unknown) => {
      throw conflict(`the directory cannot be asked: ${inWords(error)}`, error)
    })
  if (!person) return [bad(names.length === 0 ? nobody(login) : several(login, names))]
  const found = good(`found in the directory: ${names[0]}`)
  const groups = person.groups && good(`groups there: ${person.groups.join(', ') || 'none'}`)
  return [found, ...(groups ? [groups] : []), ...(await outcomeOf(ctx, provider, person))]
}

const good = (text: string): Finding => ({ isGood: true, text })
const bad = (text: string): Finding => ({ isGood: false, text })

const nobody = (login: string) =>
  `nobody in the directory has the login "${login}": check the base and the filter`
const several = (login: string, names: string[]) =>
  `${names.length} entries have the login "${login}", so nobody of them can sign in: ${names.slice(0, 3).join('; ')}`

async function outcomeOf(
  ctx: Steps,
  provider: ProviderRow,
  person: DirectoryPerson,
): Promise<Finding[]> {
  const disabled = person.isDisabled
    ? [bad('disabled there: could not sign in, and the next comparison blocks a linked account')]
    : []
  try {
    return [...disabled, ...(await tryOut(ctx, (step) => describe(step, provider, person)))]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [...disabled, bad(`would be refused: ${error.message}`)]
  }
}

const WAYS = {
  email: (login: string) => `would be linked to the account "${login}" by the e-mail address`,
  externalId: (login: string) =>
    `would be linked to the account "${login}" by the externalId of SCIM`,
  creation: (login: string) => `would get a new account "${login}"`,
  person: (login: string) => `signs in to the account "${login}"`,
}

async function describe(
  ctx: Context,
  provider: ProviderRow,
  person: DirectoryPerson,
): Promise<Finding[]> {
  const key = { provider_id: provider.id, issuer: person.issuer, subject: person.subject }
  const isLinked = (await findIdentity(ctx.db, key)) !== undefined
  const { user, identity } = await findOrAdmit(ctx, provider, person)
  const { login, isAdministrator } = await getAccount(ctx, user)
  const way = isLinked ? 'person' : await findLinkedBy(ctx.db, identity)
  const groups = await listJoinedNames(ctx.db, provider.id, user)
  return [
    good(WAYS[way](login)),
    good(`groups of the provider here: ${groups.join(', ') || 'none'}`),
    ...(isAdministrator ? [good('is an administrator then')] : []),
  ]
}

class Undone<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('undone')
    this.result = result
  }
}

/** Does the same as a sign-in, in a transaction that is rolled back. */
async function tryOut<T>(ctx: Steps, work: (ctx: Context) => Promise<T>): Promise<T> {
  try {
    return await ctx.write(async (step) => {
      throw new Undone(await work({ ...step, emit: async () => {} }))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}
