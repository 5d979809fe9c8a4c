import { afterAll, describe, expect, test, vi } from 'vitest'
import type { ScriptProblem } from './problem.ts'
import { ScriptError } from './problem.ts'
import { Scripts } from './scripts.ts'

// A zone other than UTC, which scripts use.
vi.stubEnv('TZ', 'America/New_York')
const scripts = new Scripts({ workers: 2, limits: { time: 500 } })
afterAll(() => scripts.close())

const NOW = new Date('2026-03-04T05:06:07.008Z')

const run = (source: string, context: Record<string, unknown> = {}, seed = 'one') =>
  scripts.run({ source, context, now: NOW, seed })

async function fail(source: string, context?: Record<string, unknown>): Promise<ScriptProblem> {
  const error = await run(source, context).catch((error: unknown) => error)
  if (error instanceof ScriptError) return error.problem
  throw new Error(`expected a problem, received ${JSON.stringify(error)}`, { cause: error })
}

describe('a script', () => {
  test('reads the context and returns the variables it changes', async () => {
    const source = 'return { parcels: Math.max(1, Math.ceil((context.weight ?? 0) / 20)) }'

    expect(await run(source, { weight: 45 })).toEqual({ parcels: 3 })
  })

  test('may change nothing', async () => {
    expect(await run('const unused = context.weight')).toEqual({})
  })

  test('gets a copy: its changes do not affect the original', async () => {
    const context = { lines: [{ price: 5 }] }

    const patch = await run(
      'context.lines.push({ price: 7 }); return { n: context.lines.length }',
      context,
    )

    expect(patch).toEqual({ n: 2 })
    expect(context).toEqual({ lines: [{ price: 5 }] })
  })

  test('gets an error when it assigns a variable instead of returning it', async () => {
    expect(await fail('const total = 5\ncontext.total = total')).toMatchObject({
      kind: 'thrown',
      message: expect.stringContaining('TypeError'),
      line: 2,
    })
  })

  test('may have a comment in its last line', async () => {
    expect(await run('return { a: 1 } // the end')).toEqual({ a: 1 })
  })

  test('returns dates as text', async () => {
    expect(await run('return { due: new Date(0) }')).toEqual({ due: '1970-01-01T00:00:00.000Z' })
  })
})

describe('the world of a script', () => {
  test('has a fixed time, in UTC', async () => {
    const source = `const now = new Date()
      for (let i = 0; i < 100_000; i++);
      return { iso: now.toISOString(), stands: Date.now() - now, hours: now.getHours(),
        zone: now.getTimezoneOffset(), local: new Date(2026, 0, 1).toISOString() }`

    expect(await run(source)).toEqual({
      iso: NOW.toISOString(),
      stands: 0,
      hours: 5,
      zone: 0,
      local: '2026-01-01T00:00:00.000Z',
    })
  })

  test('has the same random numbers for the same seed, and others for another', async () => {
    const source = 'return { dice: [Math.random(), Math.random()] }'

    const [first, again, other] = [
      await run(source),
      await run(source),
      await run(source, {}, 'two'),
    ]

    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test('contains nothing of the server', async () => {
    const names = ['process', 'require', 'module', 'console', 'WebAssembly']
    const source = `return { found: ${JSON.stringify(names)}.filter((name) => name in globalThis) }`

    expect(await run(source)).toEqual({ found: [] })
  })

  test.each([
    ['the constructor of the context', 'context.constructor.constructor("return this")()'],
    ['the constructor of a function', '(() => {}).constructor("return this")()'],
    ['the constructor of an error', 'Error.prototype.constructor.constructor("return this")()'],
    ['indirect eval', '(0, eval)("this")'],
  ])('%s gives only its own globals', async (_, expression) => {
    const source = `const world = ${expression}
      return { own: world === globalThis, server: typeof world.process + typeof world.require }`

    expect(await run(source)).toEqual({ own: true, server: 'undefinedundefined' })
  })

  test('has no modules to load', async () => {
    expect(await fail('import fs from "node:fs"')).toMatchObject({ kind: 'syntax' })
    expect(await fail('return { fs: import("node:fs") }')).toMatchObject({ kind: 'bad_result' })
  })

  test('is a new one for every run', async () => {
    await run(`globalThis.left = 1; Object.prototype.left = 1; Array.prototype.map = null
      JSON.stringify = () => '{"forged":true}'; Date.now = () => 0`)

    const source = `return { left: [globalThis.left, ({}).left].length, map: [1].map((n) => n + 1),
      clean: !('left' in {}), now: Date.now() }`
    for (let round = 0; round < 4; round++) {
      expect(await run(source)).toEqual({ left: 2, map: [2], clean: true, now: NOW.getTime() })
    }
  })
})

describe('a script that fails', () => {
  test('reports the line, the column and what was thrown', async () => {
    const problem = await fail('const a = 1\n\n  throw new RangeError("no such price")')

    expect(problem).toMatchObject({ kind: 'thrown', message: 'RangeError: no such price', line: 3 })
    expect(problem.column).toBeGreaterThan(2)
  })

  test('reports the location inside a called function', async () => {
    expect(await fail('const f = (x) => x.name\n\nreturn f(undefined)')).toMatchObject({
      kind: 'thrown',
      line: 1,
    })
  })

  test('has a readable message', async () => {
    const error = await run('const a = 1\nthrow new Error("no price")').catch((error) => error)

    expect(error).toMatchObject({ code: 'unprocessable' })
    expect(error.message).toMatch(/^the script failed at line 2, column \d+: Error: no price$/)
  })

  test.each([
    ['a text', 'throw "no"', 'no'],
    ['nothing', 'throw null', 'null'],
    ['an object', 'throw { toString: () => "mine" }', 'mine'],
    ['an unreadable object', 'throw Object.create(null)', 'it threw something that cannot be read'],
    [
      'a trap',
      'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })',
      'it threw something that cannot be read',
    ],
    [
      'a liar',
      'const e = new Error(); Object.defineProperty(e, "message", { get() { throw e } }); throw e',
      'it threw something that cannot be read',
    ],
    ['a symbol', 'throw Symbol("a")', 'Symbol(a)'],
    [
      'an endless message',
      'throw { toString() { for (;;); } }',
      'it threw something that cannot be read',
    ],
  ])('may throw %s', async (_, source, message) => {
    expect(await fail(source)).toMatchObject({ kind: 'thrown', message })
  })

  test('cannot have an endless message', async () => {
    const { message } = await fail('throw new Error("x".repeat(1e6))')

    expect(message.length).toBeLessThanOrEqual(1000)
  })
})

describe('a result', () => {
  test.each([
    [
      'a number',
      'return 5',
      'expected an object of changed variables such as { total: 5 }, received 5',
    ],
    [
      'a list',
      'return [1]',
      'expected an object of changed variables such as { total: 5 }, received [1]',
    ],
    [
      'null',
      'return null',
      'expected an object of changed variables such as { total: 5 }, received null',
    ],
    ['a function', 'return () => 1', 'the result is a function, expected plain JSON'],
    ['a function in it', 'return { a: { b: () => 1 } }', '"b" is a function, expected plain JSON'],
    ['NaN', 'return { total: 0 / 0 }', '"total" is NaN, expected plain JSON'],
    ['infinity', 'return { all: [1 / 0] }', '"0" is Infinity, expected plain JSON'],
    ['a symbol', 'return { a: Symbol("x") }', '"a" is a symbol, expected plain JSON'],
    ['a big integer', 'return { a: 5n }', '"a" is a bigint, expected plain JSON'],
    ['a map', 'return { a: new Map([[1, 2]]) }', '"a" is a Map, expected plain JSON'],
    ['a promise in it', 'return { a: (async () => 1)() }', '"a" is a Promise, expected plain JSON'],
    ['bytes', 'return { a: new Uint8Array(2) }', '"a" is a Uint8Array, expected plain JSON'],
    ['a cycle', 'const a = {}; a.a = a; return a', 'circular reference'],
    [
      'a polluting name',
      'return JSON.parse(\'{"a":{"__proto__":{"admin":true}}}\')',
      '"__proto__" is no name for a variable',
    ],
    ['a getter that throws', 'return { get a() { throw new Error("trap") } }', 'trap'],
  ])('cannot be %s', async (_, source, message) => {
    expect(await fail(source)).toMatchObject({ kind: 'bad_result', message })
  })

  test('may have getters: they run inside the sandbox', async () => {
    expect(await run('let n = 0; return { get a() { return ++n } }')).toEqual({ a: 1 })
  })

  test('cannot run forever that way either', async () => {
    expect(await fail('return { get a() { for (;;); } }')).toMatchObject({ kind: 'timeout' })
    expect(await fail('return { toJSON() { for (;;); } }')).toMatchObject({ kind: 'timeout' })
  })

  test('omits undefined values', async () => {
    expect(await run('return { a: undefined, b: null }')).toEqual({ b: null })
  })

  test('cannot be larger than allowed', async () => {
    const problem = await fail('return { a: "x".repeat(2 * 1024 ** 2) }')

    expect(problem).toEqual({
      kind: 'bad_result',
      message: 'its result has 2097160 bytes, 1048576 are allowed',
    })
  })

  test.each([100, 5000, 100_000])('cannot be nested %i deep', async (depth) => {
    const source = `let a = {}; for (let i = 0; i < ${depth}; i++) a = { a }; return a`

    expect(['bad_result', 'timeout']).toContain((await fail(source)).kind)
  })

  test('may contain any number of brackets in strings', async () => {
    const source = 'return { a: "[{\\"".repeat(100), b: [[["}"]]] }'

    expect(await run(source)).toEqual({ a: '[{"'.repeat(100), b: [[['}']]] })
  })
})

describe('what is too large', () => {
  test('is not even sent: a script', async () => {
    const problem = await fail(`// ${'x'.repeat(256 * 1024)}`)

    expect(problem).toEqual({
      kind: 'too_large',
      message: 'its source has 262147 bytes, 262144 are allowed',
    })
  })

  test('is not even sent: a context', async () => {
    expect(await fail('return {}', { a: 'x'.repeat(5e6) })).toMatchObject({ kind: 'too_large' })
  })
})

describe('to check a script', () => {
  test.each([
    ['a missing value', 'return {\n  a:\n}', { line: 3, column: 1 }],
    ['a missing brace', 'if (context.a) {\n  return {}', { line: 2 }],
    ['an unknown word order', 'const a = 1\nconst const', { line: 2 }],
    ['what only sloppy code may do', 'with (context) {}', { line: 1 }],
  ])('finds %s', async (_, source, place) => {
    expect(await scripts.check(source)).toMatchObject({ kind: 'syntax', ...place })
  })

  test('accepts a valid one without running it', async () => {
    expect(await scripts.check('return { a: 1 }')).toBeUndefined()
    expect(await scripts.check('}); for (;;); (function () {')).toBeUndefined()
  })

  test('accepts TypeScript, and says where it is wrong', async () => {
    const source = `type Line = { price: number }
      const sum = (lines: Line[]): number => lines.reduce((all, { price }) => all + price, 0)
      return { total: sum(context.lines as Line[]) }`

    expect(await scripts.check(source)).toBeUndefined()
    expect(await run(source, { lines: [{ price: 2 }, { price: 3 }] })).toEqual({ total: 5 })
    expect(await scripts.check('const a: number = 1\nconst b: = 2')).toMatchObject({ line: 1 })
    expect(await scripts.check('enum Kind { A }')).toMatchObject({ kind: 'syntax', line: 1 })
    expect(await fail('const a: number = 1\nthrow new Error("here")')).toMatchObject({ line: 2 })
  })

  test('finds one that is too large', async () => {
    expect(await scripts.check('x'.repeat(1e6))).toMatchObject({ kind: 'too_large' })
  })
})

test('scripts that somebody waits for take no thread of the others', async () => {
  // One thread, and nobody may wait for it.
  const few = new Scripts({ workers: 1, queue: 0, limits: { time: 500 } })
  const given = { context: {}, now: NOW, seed: '' }
  const served = few
    .run({ ...given, source: 'for (;;);', threads: 'served' })
    .catch((error) => error)

  expect(await few.run({ ...given, source: 'return { a: 1 }' })).toEqual({ a: 1 })
  expect(await served).toBeInstanceOf(ScriptError)
  await few.close()
})
