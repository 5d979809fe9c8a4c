import type { AppError } from '../../../../lib/errors.ts'
import type { SignInRefusal } from '../../../../lib/sign-in-refusals.ts'
import { refuse } from '../profile.ts'

/**
 * What Active Directory says of an account whose bind it refuses: `… data 533, …`. All but 775 mean that the
 * password was right, so the person may know. A locked account is one after any password: whoever guesses hears no
 * more than before, and administrators read it in the audit log.
 */
const STATES: Readonly<Record<string, [reason: SignInRefusal, text: string]>> = {
  '525': ['wrong_password', 'there is no such account in the directory'],
  '52e': ['wrong_password', 'the password is wrong'],
  '530': ['sign_in_restricted', 'the directory does not let this person sign in at this time'],
  '531': ['sign_in_restricted', 'the directory does not let this person sign in from here'],
  '532': ['password_expired', 'the password has expired in the directory'],
  '533': ['blocked', 'the account is disabled in the directory'],
  '568': ['sign_in_restricted', 'the person is in too many groups of the directory'],
  '701': ['blocked', 'the account has expired in the directory'],
  '773': ['password_expired', 'the password has to be changed in the directory first'],
  '775': ['wrong_password', 'the account is locked in the directory after wrong passwords'],
}

/** Why a person is refused: text for administrators, and what the person may know. */
export function refuseBind({ message }: Error): AppError {
  const [, code = ''] = /\bdata ([0-9a-f]{3})\b/i.exec(message) ?? []
  const state = STATES[code.toLowerCase()]
  if (!state) return refuse('wrong_password')
  const [reason, text] = state
  return refuse(reason, new Error(`${text} (Active Directory: data ${code})`))
}
