import { isPublic } from '../../src/api/envelope.ts'
import { hostileText } from './hostile.ts'
import type { Target } from './targets.ts'
import { invent, type Means, type Schema } from './values.ts'

export type Who = 'administrator' | 'person' | 'stranger' | 'unknown'

export type FuzzRequest = {
  target: Target
  who: Who
  path: string
  headers: Record<string, string>
  /** JSON, or garbage. */
  body: string | undefined
}

const WHO: Who[] = [
  'administrator',
  'administrator',
  'administrator',
  'person',
  'person',
  'stranger',
  'unknown',
]

export function makeRequest(target: Target, means: Means): FuzzRequest {
  const { random } = means
  const input = invent(target.input, means)
  const { path, query, body } = travel(target, input, means)
  return {
    target,
    who: random.of(WHO),
    path: `${path}${query}`,
    headers: makeHeaders(target, means),
    body,
  }
}

function travel(target: Target, input: unknown, means: Means) {
  const { operation, method } = target
  const path = makePath(target, means)
  if (operation.isUpload) return { path, query: plainQuery(input), body: 'content of a file' }
  if (method === 'GET' || method === 'DELETE') {
    const query = isPublic(operation)
      ? `?query=${encode(JSON.stringify(input))}`
      : plainQuery(input)
    return { path, query, body: undefined }
  }
  const inQuery = Object.fromEntries(
    operation.inQuery.map((name) => [name, (input as Record<string, unknown> | null)?.[name]]),
  )
  const query = operation.inQuery.length > 0 ? plainQuery(inQuery) : ''
  return { path, query, body: garble(JSON.stringify(input) ?? '', means) }
}

/** Sometimes replaces the JSON by garbage. */
function garble(json: string, { random, spite }: Means): string {
  if (!random.chance(spite / 5)) return json
  return random.of([
    json.slice(0, -1),
    `${json}]`,
    '',
    'null',
    '[',
    '{"a":'.repeat(300),
    hostileText(random),
  ])
}

function makePath({ operation, params }: Target, means: Means): string {
  const { random, harvest, spite } = means
  const app = harvest.app(random)
  const values = (params.properties ?? {}) as Record<string, Schema>
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(spite / 2)) return encode(hostileText(random).slice(0, 900)) || '%20'
    if (app && (name === 'namespace' || name === 'code')) return encode(app[name])
    const value = invent(values[name] ?? {}, { ...means, spite: 0 }, name)
    return encode(toText(value).slice(0, 900)) || 'x'
  })
}

function plainQuery(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(toText(value))}`)
  // Longer request lines are refused by the HTTP parser.
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 12_000)}` : ''
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

function makeHeaders({ headers, operation }: Target, means: Means): Record<string, string> {
  const { random } = means
  const made: Record<string, string> = {}
  for (const name of Object.keys(headers.properties ?? {})) {
    if (random.chance(0.3)) made[name] = printable(invent({ type: 'string' }, means, name))
  }
  if (operation.writes && random.chance(0.1))
    made['idempotency-key'] = printable(hostileText(random))
  if (random.chance(0.02))
    made.accept = random.of(['application/problem+json', 'text/html', '*/*', ''])
  if (operation.isUpload && random.chance(0.3)) {
    made['content-type'] = random.of([
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain',
    ])
  }
  if (random.chance(0.05)) made['content-range'] = random.of(['bytes 0-9/10', 'bytes 5-1/3', 'x'])
  return made
}

/** Removes characters that a header cannot contain. */
const printable = (value: unknown): string =>
  toText(value)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 2000)
