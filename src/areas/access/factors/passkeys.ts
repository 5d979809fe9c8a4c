import { conflict, unauthorized, unavailable } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import * as store from '../store/factors.ts'
import { WrongProof } from '../wrong-proof.ts'
import type { NewPasskey, PasskeyAnswer } from './operations.ts'

/** Loaded when somebody first uses a passkey: a hundred files. */
const library = () => import('@simplewebauthn/server')

const PRODUCT = 'Kontor'
const NOT_ACCEPTED = 'the passkey was not accepted'

/** Passkeys belong to the host of the public address; without one, to localhost alone. */
function siteOf(ctx: Context, address: string) {
  const { origin, hostname } = new URL(address)
  if (ctx.config.KONTOR_PUBLIC_URL === undefined && hostname !== 'localhost') {
    throw unavailable('passkeys need the public address of the server: set KONTOR_PUBLIC_URL')
  }
  return { origin, host: hostname }
}

type Owner = { id: string; login: string; name: string }

/** Options of a new passkey; those that the user has are left out. */
export async function newPasskeyOptions(ctx: Context, address: string, user: Owner) {
  const { generateRegistrationOptions } = await library()
  const known = await store.listPasskeys(ctx.db, user.id)
  return generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: siteOf(ctx, address).host,
    userName: user.login,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type Made = { user: string; name: string; challenge: string; answer: NewPasskey }

export async function storePasskey(ctx: Context, address: string, made: Made): Promise<void> {
  const { verifyRegistrationResponse } = await library()
  const { origin, host } = siteOf(ctx, address)
  const { transports, ...response } = made.answer.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...made.answer, response, clientExtensionResults: {} },
    expectedChallenge: made.challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(refuse)
  if (!registrationInfo) throw unauthorized(NOT_ACCEPTED)
  const { id, publicKey, counter } = registrationInfo.credential
  const isNew = await store.insertPasskey(ctx.db, {
    id,
    user_id: made.user,
    public_key: Buffer.from(publicKey),
    counter,
    transports,
    name: made.name,
    created_at: ctx.now(),
    last_used_at: null,
  })
  if (!isNew) throw conflict('this passkey is here already')
}

/** Options to use a passkey: of this user, or any if no user is known yet. */
export async function passkeyOptions(ctx: Context, address: string, user: string | undefined) {
  const { generateAuthenticationOptions } = await library()
  const known = user ? await store.listPasskeys(ctx.db, user) : []
  return generateAuthenticationOptions({
    rpID: siteOf(ctx, address).host,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: transports as [] })),
    userVerification: 'required',
  })
}

type Shown = { challenge: string; answer: PasskeyAnswer; user?: string | undefined }

/** The owner of a passkey. The device has verified its user, so it counts as two factors. */
export async function takePasskey(ctx: Context, address: string, shown: Shown): Promise<string> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, host } = siteOf(ctx, address)
  const { answer, challenge, user } = shown
  const known = await store.lockPasskey(ctx.db, answer.id)
  if (!known || (user && known.user_id !== user)) {
    throw new WrongProof('unauthorized', 'this passkey is not known here', user)
  }
  const { userHandle, ...response } = answer.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: known.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified) throw new WrongProof('unauthorized', NOT_ACCEPTED, known.user_id)
  const use = { counter: authenticationInfo.newCounter, at: ctx.now() }
  await store.savePasskeyUse(ctx.db, known.id, use)
  return known.user_id
}

/** Messages of the library are about bytes, not for people. */
const refuse = (): never => {
  throw unauthorized(NOT_ACCEPTED)
}
