import { afterAll, expect } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { startApp } from './app.ts'

type Headers = Record<string, string>

export const PASSWORD = 'correct horse'

/** Each test comes from an address of its own, so that none slows another down. */
export const newAddress = () => `2001:db8::${newId().slice(-4)}:${newId().slice(-8, -4)}`

export const cookieOf = (response: Response) =>
  response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''

/** A server behind a proxy, with a clock that tests set, for people who sign in with a password. */
export async function startSignIn(environment: Record<string, string> = {}) {
  const clock = { time: Date.parse('2026-03-02T09:00:00Z') }
  const started = await startApp({
    now: () => new Date(clock.time),
    environment: {
      KONTOR_TRUST_PROXY: 'on',
      KONTOR_PUBLIC_URL: 'https://kontor.example',
      ...environment,
    },
  })
  const { make, request, address } = started
  const client = await connectClient(started.connection)
  afterAll(() => client.end())
  const signIn = (login: string, password: string, headers: Headers = {}) =>
    request('/manage/v1/session', {
      method: 'POST',
      headers: { 'x-forwarded-for': newAddress(), ...headers },
      body: JSON.stringify({ login, password }),
    })
  return {
    ...started,
    clock,
    client,
    signIn,
    makeUser: () => make.user({ password: PASSWORD }),
    sessionOf: async (login: string, headers: Headers = {}) => {
      const response = await signIn(login, PASSWORD, headers)
      expect(response.status).toBe(200)
      return cookieOf(response)
    },
    session: (cookie: string) => request('/manage/v1/session', { headers: { cookie } }),
    host: new URL(address).host,
    ours: { origin: `http://${new URL(address).host}` },
  }
}
