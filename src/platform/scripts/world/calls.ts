import type { Any, Kit } from './kit.ts'

/** Operations of the API, other servers, and time. Runs in the sandbox. */
export function calls({ ask: send, watch }: Kit) {
  const ask = (request: object) => watch(send(request))
  const call = (name: string, given: Any = {}) => {
    const { params = {}, input = {} } = given ?? {}
    return ask({ call: String(name), params, input })
  }

  class Response {
    readonly status: number
    readonly ok: boolean
    readonly headers: Map<string, string>
    readonly #text: string

    constructor({ status, headers, text }: Any) {
      this.status = status
      this.ok = status >= 200 && status <= 299
      this.headers = new Map(Object.entries(headers))
      this.#text = text
    }

    async text() {
      return this.#text
    }

    async json() {
      return JSON.parse(this.#text)
    }

    async arrayBuffer(): Promise<never> {
      throw new Error('arrayBuffer() is not supported: answers of other servers are text')
    }
  }

  const withQuery = (url: string, query: Record<string, unknown>): string => {
    const pairs = Object.entries(query).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
    )
    return pairs.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
  }

  const fetched = async (url: unknown, options: Any = {}) => {
    const { method = 'GET', headers = {}, body, query = {} } = options ?? {}
    if (typeof body === 'object' && body !== null) {
      throw new Error('fetch: the body is text, write JSON.stringify(…)')
    }
    const sent = headers instanceof Map ? Object.fromEntries(headers) : { ...headers }
    const request = {
      url: withQuery(String(url), query),
      method: String(method),
      headers: Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, String(value)])),
      ...(body !== undefined && body !== null && { body: String(body) }),
    }
    return new Response(await ask({ fetch: request }))
  }

  const fetch = (url: unknown, options?: Any) => watch(fetched(url, options))

  const setTimeout = (callback: () => void, milliseconds = 0) => {
    void ask({ wait: Number(milliseconds) || 0 }).then(callback)
  }

  Object.assign(globalThis, { kontor: Object.freeze({ call }), fetch, setTimeout })
  return { call }
}
