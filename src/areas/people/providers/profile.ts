import { AppError, type ErrorCode } from '../../../lib/errors.ts'
import { SIGN_IN_REFUSALS, type SignInRefusal } from '../../../lib/sign-in-refusals.ts'
import type { NameId } from './saml/logout.ts'

/** What a provider reports about a signed-in person, in any protocol. */
export type Profile = {
  issuer: string
  subject: string
  /** The `externalId` of SCIM; undefined if the provider does not report it. */
  externalId: string | undefined
  login: string | undefined
  email: string | undefined
  /** Reported by the provider, in the same document as the address. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** Undefined = not reported, which is not the same as none. */
  groups: readonly string[] | undefined
}

/** The result of a sign-in at a provider, and what is needed to sign out there. */
export type Proof = {
  profile: Profile
  session: string | null
  idToken: string | null
  /** The NameID of SAML. */
  nameId: NameId | null
  /** When the provider last authenticated the person; undefined = not reported. */
  provenAt: Date | undefined
}

/** How administrators identify a refused person. */
export type Refused = { login?: string | undefined; subject?: string; email?: string | undefined }

/** Only what a provider reports about an authenticated person: browsers can send anything. */
export const whoIs = ({ login, subject, email }: Profile): Refused => ({ login, subject, email })

/** The person's name at the provider. */
export const nameOf = ({ email, login, subject }: Profile): string => email ?? login ?? subject

const CODES: Partial<Record<SignInRefusal, ErrorCode>> = {
  attempt_unknown: 'unauthorized',
  provider_refused: 'unauthorized',
  wrong_password: 'unauthorized',
  provider_failed: 'unavailable',
}

export const refuse = (reason: SignInRefusal, cause?: unknown): AppError =>
  new AppError(CODES[reason] ?? 'forbidden', SIGN_IN_REFUSALS[reason], { reason, cause })
