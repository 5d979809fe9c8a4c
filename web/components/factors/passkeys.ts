import type { RequestOf } from '../../client.ts'
import { client } from '../../client.ts'

type Shown = RequestOf<'access', 'signInWithPasskey'>['input']['answer']
type Made = RequestOf<'access', 'confirmPasskey'>['input']['answer']

/** Asks for a passkey of whoever is here, or of anybody. */
export async function showPasskey(): Promise<Shown> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await client.access.askPasskey()
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options as never })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

/** Makes a passkey on this device, or on one that is at hand. */
export async function makePasskey(): Promise<Made> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await client.access.addPasskey()
  const { id, rawId, response } = await startRegistration({ optionsJSON: options as never })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  }
}
