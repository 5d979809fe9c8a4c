import { forbidden, invalid } from '../../../lib/errors.ts'
import { NOT_FOR_GUESTS } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { type Admission, admit, type Visitor } from '../../access/admission.ts'
import {
  type Counter,
  countersOf,
  countGuess,
  nameCounters,
  takeBack,
} from '../../access/guess-limits.ts'
import { findOrAdmit, linkByPerson } from './admission.ts'
import { type Directories, openDirectory } from './ldap/directories.ts'
import { type Profile, type Refused, whoIs } from './profile.ts'
import { getEnabled } from './service.ts'
import { noteFailure, type Steps } from './sign-in.ts'
import * as store from './store/providers.ts'

type Given = { provider: string; login: string; password: string; isLink: boolean }

/**
 * Sign-in with login and password of a directory. Guesses are limited like those of local passwords. Returns null
 * if an identity was linked.
 */
export async function signInWithPassword(
  ctx: Steps,
  directories: Directories,
  { provider: code, login, password, isLink, visitor }: Given & { visitor: Visitor },
): Promise<Admission | null> {
  const provider = await getDirectory(ctx, code)
  if (isLink && ctx.user.credential.kind !== 'session') {
    throw invalid('accounts are linked in a browser')
  }
  if (isLink && ctx.user.isGuest) throw forbidden(NOT_FOR_GUESTS)
  const name = plain(login)
  const counters: Counter[] = []
  const { address } = ctx
  const count = async (more: Counter[]) => {
    await ctx.write((step) => countGuess(step, more))
    counters.push(...more)
  }
  await count(countersOf({ login: `${code}/${name}`, address, device: undefined }))
  let who: Refused = { login: name }
  try {
    const profile = await directories.signIn(openDirectory(ctx, provider), {
      login,
      password,
      count: (subject) =>
        count(nameCounters(subject ? `${code}#${subject}` : `${code}?${name}`, address)),
    })
    who = whoIs(profile)
    return await ctx.write(async (step) => {
      await takeBack(step, counters)
      return isLink ? link(step, provider, profile) : enter(step, visitor, { provider, profile })
    })
  } catch (error) {
    throw await noteFailure(ctx, provider, error, who)
  }
}

/** Directories accept a login in many spellings, which must share one limit. */
const plain = (login: string): string =>
  login.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

async function link(ctx: Context, provider: store.ProviderRow, profile: Profile): Promise<null> {
  await linkByPerson(ctx, provider, { profile, user: ctx.user.id })
  return null
}

type Entering = { provider: store.ProviderRow; profile: Profile }

async function enter(ctx: Context, visitor: Visitor, { provider, profile }: Entering) {
  const { user } = await findOrAdmit(ctx, provider, profile)
  await store.saveSuccess(ctx.db, provider.id, ctx.now())
  return admit(ctx, { user, methods: ['directory'] }, visitor)
}

async function getDirectory(ctx: Context, code: string): Promise<store.ProviderRow> {
  const provider = await getEnabled(ctx, code)
  if (provider.kind !== 'ldap') throw invalid('this provider takes no password')
  return provider
}
