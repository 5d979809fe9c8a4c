import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Area } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { kinds } from '../src/definitions/kinds.ts'
import { parseInWords } from '../src/lib/zod-words.ts'
import { Environment } from '../src/platform/config.ts'

type Def = Record<string, unknown> & { type: string; checks?: z.core.$ZodCheck[] }
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** Walks a schema of user input with all its parts. */
function walk(schema: z.core.$ZodType, seen: Set<z.core.$ZodType>): void {
  if (seen.has(schema)) return
  seen.add(schema)
  // Schemas after a transform see only validated values.
  const { out: _, checks: __, ...def } = defOf(schema)
  for (const inner of Object.values(def).flatMap(partsOf)) walk(inner, seen)
  if (schema instanceof z.ZodLazy) walk(schema.unwrap(), seen)
}

function partsOf(value: unknown): z.core.$ZodType[] {
  if (value instanceof z.core.$ZodType) return [value]
  if (Array.isArray(value)) return value.flatMap(partsOf)
  const isPlain = typeof value === 'object' && value !== null && !('_zod' in value)
  return isPlain && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value).flatMap(partsOf)
    : []
}

const roots: [string, z.core.$ZodType][] = [
  ...Object.entries<Area>(areas).flatMap(([area, operations]) =>
    Object.entries(operations).flatMap(([name, { params, input }]) =>
      [params, input].map((schema): [string, z.core.$ZodType] => [`${area}.${name}`, schema]),
    ),
  ),
  ...Object.entries(kinds).map(([kind, { schema }]): [string, z.core.$ZodType] => [kind, schema]),
  ['environment', Environment],
]

/** Every schema refuses some of these. */
const values = [
  ...[undefined, null, true, -1, 1.5, 7, 1e300, Number.NaN, '', 'x', ' ', 'a'.repeat(2000)],
  ...[[], {}, [7], [[]], { surprise: 1 }, { type: 'surprise' }, { '': 7, '!': {} }],
  Array.from({ length: 20_000 }, () => 7),
]

const RAW =
  /[Ii]nvalid|[Tt]oo (small|big)|[Uu]nrecognized|[<>]=|expected (string|number|int|boolean|array|object|record|tuple|map|nonoptional)\b|undefined|\[object|does not fit|of another form|another value/

function messagesOf(schema: z.core.$ZodType, value: unknown): string[] {
  const parsed = parseInWords(schema, value)
  return parsed.success ? [] : parsed.issues.map(({ message }) => message)
}

const seen = new Set<z.core.$ZodType>()

test.each(roots)('%s has readable messages', (_, root) => {
  const before = new Set(seen)
  walk(root, seen)
  const asked = [...seen.difference(before)].filter((each) => defOf(each).type !== 'transform')
  const said = asked.flatMap((each) => values.flatMap((value) => messagesOf(each, value)))

  expect([...new Set(said)].filter((message) => message === '' || RAW.test(message))).toEqual([])
})

test('a secret is not repeated in a message', () => {
  const schema = z.object({ password: z.number(), KONTOR_SMTP_URL: z.url(), name: z.number() })
  const given = { password: 'hunter22', KONTOR_SMTP_URL: 'hunter22', name: 'ann' }

  expect(messagesOf(schema, given)).toEqual([
    'expected a number, received text',
    'expected a URL, received text',
    'expected a number, received "ann"',
  ])
})
