import { newId } from '../src/lib/ids.ts'
import type { startApp } from './app.ts'
import { CLIENT, type startLiar } from './oidc.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** A browser, as far as cookies go. */
export class Jar {
  readonly #cookies = new Map<string, string>()

  take(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line) || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  get header(): string {
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ')
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as object), cookie: this.header }
    return this.take(await fetch(url, { redirect: 'manual', ...init, headers }))
  }
}

/** The browser's side of a sign-in with a provider. */
export function browserOf({ address }: Pick<App, 'address'>) {
  const post = (jar: Jar, path: string, body: object = {}) =>
    jar.fetch(`${address}/manage/v1${path}`, {
      method: 'POST',
      headers: { origin: address },
      body: JSON.stringify(body),
    })
  return {
    post,
    start: async (jar: Jar, code: string, returnTo?: string): Promise<URL> => {
      const answer = await post(
        jar,
        `/session/providers/${code}/start`,
        returnTo ? { returnTo } : {},
      )
      return new URL(((await answer.json()) as { url: string }).url)
    },
    finish: (jar: Jar, code: string, query: string) =>
      post(jar, `/session/providers/${code}/finish`, { query }),
    session: (jar: Jar) => jar.fetch(`${address}/manage/v1/session`),
  }
}

/** Goes through the pages of a real provider as somebody; answers what it sends back. */
export async function comeBack(url: URL, who: string): Promise<URL> {
  const jar = new Jar()
  let next = url
  let answer = await jar.fetch(next.href)
  for (let step = 0; step < 10; step++) {
    const location = answer.headers.get('location')
    if (location === null) {
      answer = await jar.fetch(next.href, { method: 'POST', body: new URLSearchParams({ who }) })
      continue
    }
    next = new URL(location, next)
    if (next.origin !== url.origin) return next
    answer = await jar.fetch(next.href)
  }
  throw new Error('the provider sends the browser around in circles')
}

export type Said = Record<string, unknown>

/** Signs somebody in of whom a provider that says anything says this; answers what the browser gets. */
export function comingFrom(app: Pick<App, 'address'>, liar: Awaited<ReturnType<typeof startLiar>>) {
  const { start, finish } = browserOf(app)
  return async (code: string, said: Said, more?: Said, jar = new Jar(), begun?: URL) => {
    liar.more = more
    const { searchParams } = begun ?? (await start(jar, code))
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: liar.issuer, aud: CLIENT.id, sub: newId(), iat: now, exp: now + 60 }
    liar.said = { ...usual, auth_time: now, nonce: searchParams.get('nonce'), ...said }
    const answer = await finish(jar, code, `code=x&state=${searchParams.get('state')}`)
    const reply = (await answer.json()) as {
      reason?: string
      returnTo?: string
      signedIn?: { user?: { id: string; login: string } } | null
    }
    return { ...reply, user: reply.signedIn?.user }
  }
}
