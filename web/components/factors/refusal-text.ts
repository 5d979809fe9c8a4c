import type { Texts } from '../../texts/texts.ts'

/** What browsers call it if somebody does not show a passkey. */
const STOPPED = ['NotAllowedError', 'AbortError']

/** Why somebody did not come in; the words of a browser about passkeys are not for people. */
export const refusalOf = ({ name, message }: Error, t: Texts): string =>
  STOPPED.includes(name) ? t.frame.signIn.passkeyStopped : message
