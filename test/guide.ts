import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** A request in a guide, with the response below it. */
type Example = {
  line: number
  method: string
  path: string
  headers: Record<string, string>
  body: string
  status: number
  answer: string
}
type Request = (path: string, init: RequestInit) => Promise<Response>

/** `http` blocks: the request with optional headers, an empty line, the status and the response. */
export async function readExamples(file: string): Promise<Example[]> {
  const text = await readFile(file, 'utf8')
  return Array.from(text.matchAll(/^```http\n(.*?)^```$/gms), (match) => {
    const [request = '', reply = ''] = (match[1] ?? '').split(/\n\n/)
    const [first = '', ...rest] = request.split('\n')
    const headers = rest.filter((each) => HEADER.test(each))
    const [status = '', ...answer] = reply.split('\n')
    const [method = '', path = ''] = first.split(' ')
    const line = text.slice(0, match.index).split('\n').length
    return {
      line,
      method,
      path,
      headers: Object.fromEntries(headers.map((each) => each.split(/: (.*)/, 2))),
      body: rest.slice(headers.length).join('\n'),
      status: Number(status),
      answer: answer.join('\n'),
    }
  })
}

const HEADER = /^[A-Z][\w-]+: /

/**
 * Sends every example of a guide in order and compares the responses. In a response `"…"` is any value or
 * the rest of a list, keys may be omitted, and `"{name}"` is stored for the following requests.
 */
export function testExamples(
  examples: readonly Example[],
  {
    request,
    token,
    known: given = {},
  }: { request: Request; token: string; known?: Record<string, string> },
): void {
  const known = new Map(Object.entries(given))
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => known.get(name) ?? all)
  test.each(examples)(
    'line $line: $method $path',
    async ({ method, path, headers, body, status, answer }) => {
      const response = await request(fill(path), {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body && { body: fill(body) }),
      })

      const actual: unknown = await response.json()
      expect({ status: response.status, actual }).toMatchObject({ status })
      expect(actual).toEqual(pattern(JSON.parse(fill(answer)), actual, known))
    },
  )
}

/** The expected response, with everything filled in that the guide leaves open. */
export function pattern(shown: unknown, actual: unknown, known: Map<string, string>): unknown {
  if (shown === '…') return actual
  if (typeof shown === 'string') return remember(shown, actual, known)
  if (Array.isArray(shown)) return inList(shown, actual, known)
  if (typeof shown !== 'object' || shown === null) return shown
  const real = typeof actual === 'object' && actual !== null ? actual : {}
  const told = Object.entries(shown).map(([key, value]) => [
    key,
    pattern(value, (real as Record<string, unknown>)[key], known),
  ])
  return { ...real, ...Object.fromEntries(told) }
}

function remember(shown: string, actual: unknown, known: Map<string, string>): unknown {
  const name = /^\{(\w+)\}$/.exec(shown)?.[1]
  if (name === undefined) return shown
  known.set(name, String(actual))
  return actual
}

function inList(shown: unknown[], actual: unknown, known: Map<string, string>): unknown[] {
  const real = Array.isArray(actual) ? actual : []
  const told = shown.filter((each) => each !== '…')
  const rest = told.length < shown.length ? real.slice(told.length) : []
  return [...told.map((each, at) => pattern(each, real[at], known)), ...rest]
}
