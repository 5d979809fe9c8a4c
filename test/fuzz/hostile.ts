import type { Random } from './random.ts'

/**
 * Contains nothing that a response must not show, so that a match in a response was not sent by us.
 * Addresses point to ports of this machine where nothing listens.
 */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '😀'.repeat(300),
  'e\u0301\u0301\u0301',
  'ﷺ',
  '\ufeff',
  '\r\n\t',
  'x'.repeat(300),
  'x'.repeat(70_000),
  "'; drop table x; --",
  "' or 1=1 --",
  '$1',
  '%',
  '_%\\',
  '{{7*7}}',
  '{$__name}',
  '#{x}',
  '../../x',
  '<b onload=x>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  '٣',
  '2026-02-30T25:61:00Z',
  '0000-01-01',
  '275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-03-29T02:30:00+23:59',
  'P99999999Y',
  'PT-1S',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'http://127.0.0.1:9/',
  'http://[::1]:9/',
  'file:///x',
  'a@b',
  'a.b.c.d',
  'title = "',
  'title = 1 and (((',
  'count(*) > 1 group by 1',
  '(x) in ((select 1))',
  'a'.repeat(20) + '+'.repeat(200),
  '(a+)+$',
  '[]',
  '{}',
  '"',
  '\\',
  'true',
  '=1+1',
]

const NUMBERS = [
  0,
  -1,
  1,
  2,
  0.1,
  -0.5,
  255,
  256,
  1000,
  1001,
  32768,
  2147483647,
  2147483648,
  4294967296,
  9007199254740991,
  2 ** 53,
  1e21,
  -1e21,
  1e308,
  5e-324,
]

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let at = 0; at < levels; at++) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

const OBJECTS: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: null },
  [1, 'a', {}, []],
  deep(50),
  deep(190),
  Array(2000).fill('a'),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
  { constructor: { prototype: { a: 1 } }, toString: 1, hasOwnProperty: null },
  { length: 1e9 },
  { and: [] },
  { and: Array(100).fill({ or: [] }) },
  { tf: { __id: [{}] } },
  { eq: [{ field: '__name' }, { const: {} }] },
  { like: [{ field: '__name' }, { const: '%' }] },
  { min: {}, max: [] },
  { $ref: '#' },
]

/** An unexpected value. */
export function hostile(random: Random): unknown {
  const kind = random.int(10)
  if (kind < 5) return random.of(TEXTS)
  if (kind < 7) return random.of(NUMBERS)
  return random.of(OBJECTS)
}

export const hostileText = (random: Random): string => random.of(TEXTS)
