import type { Context } from '../../../platform/context.ts'
import { type Audience, audienceOf } from './audience.ts'
import type { ClientDocuments } from './client-documents.ts'
import { getClient, type OAuthClient } from './clients.ts'
import { isSameRedirect } from './redirects.ts'
import { type Reason, refuse } from './refusal.ts'
import { readScopes } from './scopes.ts'
import { isChallenge } from './secrets.ts'

export type AuthorizationRequest = {
  client: OAuthClient
  redirect: string
  state: string | undefined
  scopes: string[]
  audience: Audience
  challenge: string
}

/** An error that is reported to the program at its own redirect address. */
export class WrongRequest extends Error {
  readonly reason: Reason
  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type Read = Pick<AuthorizationRequest, 'client' | 'redirect' | 'state'> & {
  request: AuthorizationRequest | WrongRequest
}

type AuthorizationQuery = { site: string; query: string }

/** For an unknown program or redirect address the error is shown here: nobody is redirected. */
export async function readRequest(
  ctx: Context,
  documents: ClientDocuments,
  { site, query }: AuthorizationQuery,
): Promise<Read> {
  const parameters = readParameters(query)
  const { client_id: id, redirect_uri: redirect, state } = parameters
  if (id === undefined) throw refuse('invalid_request', '"client_id" is missing')
  if (redirect === undefined) throw refuse('invalid_request', '"redirect_uri" is missing')
  const client = await getClient(ctx, documents, id)
  if (!client.redirects.some((each) => isSameRedirect(each, redirect))) {
    throw refuse('invalid_request', `${client.name} has not registered the address ${redirect}`)
  }
  const wanted = readWanted(parameters, site)
  const known = { client, redirect, state }
  return { ...known, request: wanted instanceof WrongRequest ? wanted : { ...known, ...wanted } }
}

type Parameters = Partial<Record<string, string>>

function readParameters(query: string): Parameters {
  const given = new URLSearchParams(query)
  const twice = [...new Set(given.keys())].find((name) => given.getAll(name).length > 1)
  if (twice !== undefined) throw refuse('invalid_request', `"${twice}" is given twice`)
  return Object.fromEntries([...given].filter(([, value]) => value !== ''))
}

function readWanted(
  { response_type, code_challenge, code_challenge_method, scope, resource }: Parameters,
  site: string,
): Pick<AuthorizationRequest, 'scopes' | 'audience' | 'challenge'> | WrongRequest {
  if (response_type !== 'code') {
    return new WrongRequest('unsupported_response_type', '"response_type" must be "code"')
  }
  if (code_challenge_method !== 'S256' || !isChallenge(code_challenge ?? '')) {
    return new WrongRequest(
      'invalid_request',
      'a "code_challenge" with the "code_challenge_method" S256 is required',
    )
  }
  const scopes = readScopes(scope)
  if (!scopes) return new WrongRequest('invalid_scope', `there are no scopes "${scope}"`)
  const audience = audienceOf(site, resource)
  if (!audience) return new WrongRequest('invalid_target', `"${resource}" is not served here`)
  return { scopes, audience, challenge: code_challenge ?? '' }
}

/** Redirects to the program, with the issuer in the answer (RFC 9207). */
export function answerAt(
  { redirect, state }: Pick<AuthorizationRequest, 'redirect' | 'state'>,
  site: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect)
  const all = { ...answer, ...(state !== undefined && { state }), iss: site }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
