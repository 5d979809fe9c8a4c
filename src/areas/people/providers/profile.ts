import { AppError, type ErrorCode } from '../../../lib/errors.ts'
import { SIGN_IN_REFUSALS, type SignInRefusal } from '../../../lib/sign-in-refusals.ts'
import type { NameId } from './saml/logout.ts'

/** What a provider says of somebody who has signed in there, in whatever protocol. */
export type Profile = {
  issuer: string
  subject: string
  /** What SCIM calls `externalId`; undefined if the provider does not say. */
  externalId: string | undefined
  login: string | undefined
  email: string | undefined
  /** Said by the provider, in the same document as the address. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** Undefined = the provider did not say, which is not the same as none. */
  groups: readonly string[] | undefined
}

/** What came of a sign-in at a provider, and what is needed to sign out there. */
export type Proof = {
  profile: Profile
  session: string | null
  idToken: string | null
  /** What a provider of SAML calls the person. */
  nameId: NameId | null
  /** When the provider last asked for a password or the like; undefined = it does not say. */
  provenAt: Date | undefined
}

/** By what administrators find somebody who was refused. */
export type Refused = { login?: string | undefined; subject?: string; email?: string | undefined }

/** Only what a provider says of somebody who proved who they are: browsers can bring anything. */
export const whoIs = ({ login, subject, email }: Profile): Refused => ({ login, subject, email })

/** What people call somebody at the provider. */
export const nameOf = ({ email, login, subject }: Profile): string => email ?? login ?? subject

const CODES: Partial<Record<SignInRefusal, ErrorCode>> = {
  attempt_unknown: 'unauthorized',
  provider_refused: 'unauthorized',
  wrong_password: 'unauthorized',
  provider_failed: 'unavailable',
}

export const refuse = (reason: SignInRefusal, cause?: unknown): AppError =>
  new AppError(CODES[reason] ?? 'forbidden', SIGN_IN_REFUSALS[reason], { reason, cause })
