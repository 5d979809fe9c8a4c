import { expect, test } from 'vitest'
import { explainJsonError } from './json-error.ts'

test.each([
  ['', 'line 1, column 1: expected a value, found the end'],
  ['{"a":1,}', 'line 1, column 8: expected a name in double quotes, found "}"'],
  ['[1,]', 'line 1, column 4: expected a value, found "]"'],
  ['[1 2]', 'line 1, column 4: expected "," or "]", found "2"'],
  ['{"a"\n 1}', 'line 2, column 2: expected ":", found "1"'],
  ['{"a":1}\r\n}', 'line 2, column 1: expected nothing more, found "}"'],
  ['{a:1}', 'line 1, column 2: expected a name in double quotes or "}", found "a"'],
  ['["\\u12"]', 'line 1, column 3: expected an escape such as \\n or \\u00e9, found "\\\\"'],
  ['["a\tb"]', 'line 1, column 4: expected control characters as escapes, found "\\t"'],
  ['["a', 'line 1, column 4: expected the closing quote, found the end'],
  ['[1.]', 'line 1, column 3: expected "," or "]", found "."'],
  ['{"a":😀}', 'line 1, column 6: expected a value, found "😀"'],
  ['[tru', 'line 1, column 2: expected a value, found "t"'],
])('%j is explained', (text, explained) => {
  expect(explainJsonError(text)).toBe(explained)
})

test('an error in a very long text is found', () => {
  expect(explainJsonError(`["${'x'.repeat(8e6)}",${'9'.repeat(1e6)},?]`)).toContain(
    'column 9000006',
  )
})

test('the position is that of JSON.parse, if it reports one', () => {
  const seed = JSON.stringify({ a: [1, -2.5, 30], 'b\\"': { c: 'é\n', d: [] }, e: '' })
  const signs = '{}[],:"\\ \n0'
  let compared = 0
  for (let at = 0; at < seed.length; at++) {
    for (const sign of signs) {
      for (const text of [
        seed.slice(0, at) + sign + seed.slice(at),
        seed.slice(0, at) + sign + seed.slice(at + 1),
        seed.slice(0, at),
      ]) {
        const position = positionByV8(text)
        if (position === undefined) continue
        compared++
        const [, line, column] = /^line (\d+), column (\d+)/.exec(explainJsonError(text)) ?? []
        expect([text, Number(line), Number(column)]).toEqual([text, ...lineOf(text, position)])
      }
    }
  }
  expect(compared).toBeGreaterThan(500)
})

function positionByV8(text: string): number | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // Inside a number or an escape it points at the character, we at the beginning.
    if (/number|Exponent|escape/.test(message)) return undefined
    const [, position] = /at position (\d+)/.exec(message) ?? []
    return position === undefined ? undefined : Number(position)
  }
}

const lineOf = (text: string, at: number): [number, number] => [
  text.slice(0, at).split('\n').length,
  at - text.slice(0, at).lastIndexOf('\n'),
]
