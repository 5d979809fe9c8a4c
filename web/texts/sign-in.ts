import { signIn as en } from './en/sign-in.ts'
import { type Language, useLanguage } from './index.ts'
import { signIn as ru } from './ru/sign-in.ts'

export type SignInTexts = typeof en

const TEXTS: Record<Language, SignInTexts> = { en, ru }

/** Texts of second factors, invitations and forgotten passwords; they are not part of the first load. */
export const useSignInTexts = (): SignInTexts => TEXTS[useLanguage()]
