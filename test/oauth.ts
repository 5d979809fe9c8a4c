import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { cookieOf, newAddress } from './sign-in.ts'

const PASSWORD = 'correct horse battery'
export const CALLBACK = 'http://127.0.0.1:9999/callback'

export type Fields = Record<string, string | undefined>
type Started = Awaited<ReturnType<typeof startApp>>
type Person = { id: string; cookie: string }

const clean = (fields: Fields) =>
  Object.entries(fields).filter((each): each is [string, string] => each[1] !== undefined)
export const toQuery = (fields: Fields) => new URLSearchParams(clean(fields)).toString()

export const newVerifier = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url')

/** A server, people who are signed in to it, and what programs and the page of the console send. */
export async function startOAuth(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  return { ...started, ...helpers(started) }
}

export function helpers({ make, request, address }: Started) {
  const post = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: toQuery(fields),
    })
  const asPerson = (path: string, { cookie }: Person, body: object) =>
    request(path, {
      method: 'POST',
      headers: { cookie, origin: address },
      body: JSON.stringify(body),
    })
  const register = async (
    redirect_uris: unknown = [CALLBACK],
    client_name = 'Reader',
    from = newAddress(),
  ) => {
    const answer = await request('/oauth/register', {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify({ client_name, redirect_uris }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const decide = async (person: Person, query: string, more: object = {}) => {
    const answer = await asPerson('/manage/v1/connections', person, { query, allow: true, ...more })
    const { redirect, detail } = (await answer.json()) as { redirect?: string; detail?: string }
    return { status: answer.status, detail, redirect, answer: paramsOf(redirect) }
  }
  return {
    post,
    register,
    decide,
    /** What the page tells a person about a request. */
    review: async (person: Person, query: string) => {
      const answer = await asPerson('/manage/v1/connections/review', person, { query })
      return { status: answer.status, body: await answer.json() }
    },
    person: async (): Promise<Person & { token: string }> => {
      const user = await make.user({ password: PASSWORD })
      const signedIn = await request('/manage/v1/session', {
        method: 'POST',
        headers: { origin: address },
        body: JSON.stringify({ login: user.login, password: PASSWORD }),
      })
      return { id: user.id, token: user.token, cookie: cookieOf(signedIn) }
    },
    /** A program that a person has just let in, before it fetches its token. */
    allow: async (person: Person, more: Fields = {}) => {
      const client = more.client_id ?? (await register()).body.client_id
      const verifier = newVerifier()
      const query = {
        response_type: 'code',
        client_id: client,
        redirect_uri: CALLBACK,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        state: newId(),
        scope: '*:read *:write',
        ...more,
      }
      const { answer } = await decide(person, toQuery(query))
      return {
        grant_type: 'authorization_code',
        code: answer.code,
        client_id: client,
        redirect_uri: query.redirect_uri,
        code_verifier: verifier,
      }
    },
    token: async (fields: Fields) => {
      const answer = await post('/oauth/token', fields)
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    },
    session: (token: string | undefined, path = '/manage/v1/session') =>
      request(path, { headers: { authorization: `Bearer ${token}` } }),
  }
}

const paramsOf = (url: string | undefined): Record<string, string> =>
  Object.fromEntries(url ? new URL(url).searchParams : [])
