import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { ScriptError } from './problem.ts'
import { Scripts, type ScriptsOptions } from './scripts.ts'

const opened: Scripts[] = []
afterAll(() => Promise.all(opened.map((scripts) => scripts.close())))

function open(options: Partial<ScriptsOptions> = {}): Scripts {
  const scripts = new Scripts({ workers: 1, limits: { time: 300 }, ...options })
  opened.push(scripts)
  return scripts
}

const script = (source: string, context = {}) => ({ source, context, now: new Date(), seed: 'one' })

async function fail(scripts: Scripts, source: string) {
  const error = await scripts.run(script(source)).catch((error: unknown) => error)
  if (error instanceof ScriptError) return error.problem
  throw new Error(`expected a problem, received ${JSON.stringify(error)}`, { cause: error })
}

const ENDLESS = [
  ['a loop', 'for (;;);'],
  [
    'a loop that catches everything',
    'for (;;) { try { for (;;); } catch {} finally { continue } }',
  ],
  ['a generator', 'for (const n of (function* () { for (;;) yield 1 })());'],
  ['a regular expression', 'return { a: /^(a+)+$/.test("a".repeat(50) + "b") }'],
  ['a sort', 'for (;;) Array.from({ length: 1000 }, (_, n) => -n).sort()'],
] as const

/** Native work that QuickJS cannot interrupt: only the parent can end it. */
const UNSTOPPABLE = [
  "return { a: (new Array(1e8) + '').length }",
  'return { a: new Array(2 ** 32 - 1).indexOf(1) }',
]

const HUNGRY = [
  ['bytes', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))'],
  ['one piece', 'return { a: new Uint8Array(2 ** 31 - 1).length }'],
  ['a text that doubles', 'let text = "x"; for (;;) text += text'],
  ['many texts', 'const all = []; for (;;) all.push("x".repeat(1000) + all.length)'],
  ['many objects', 'const all = []; for (;;) all.push({})'],
  ['a list', 'const all = []; for (;;) all.push(1)'],
  ['a map', 'const all = new Map(); for (;;) all.set(all.size, all.size)'],
  ['a long replacement', 'return { a: "x".repeat(2 ** 24).replace(/x/g, "yyyy").length }'],
  ['closures', 'let f = () => 0; for (;;) { const g = f; f = () => g }'],
] as const

describe('without an end', () => {
  const scripts = open()
  const slow = open({ limits: { time: 50 }, clockFactor: 400 })

  test.each(ENDLESS)('%s is interrupted, and the thread is kept', async (_, source) => {
    expect(await fail(slow, source)).toMatchObject({
      kind: 'timeout',
      message: 'it computed for more than 50 ms',
    })
    expect(await slow.run(script('return { alive: true }'))).toEqual({ alive: true })
  })

  test.each(UNSTOPPABLE)('%s is terminated with its thread', async (source) => {
    const problem = await fail(scripts, source)

    expect(['timeout', 'memory']).toContain(problem.kind)
    expect(await scripts.run(script('return { alive: true }'))).toEqual({ alive: true })
  })

  test('recursion is ended', async () => {
    const problem = await fail(scripts, 'const f = () => f()\nf()')

    expect(problem).toMatchObject({ kind: 'thrown', message: 'InternalError: stack overflow' })
  })

  test.each([
    ['nested JSON', 'JSON.parse("[".repeat(1e6))'],
    ['nested code', 'eval("(".repeat(1e5))'],
    ['a nested expression', 'new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))'],
  ])('%s does no harm', async (_, source) => {
    expect(await fail(scripts, source)).toMatchObject({ message: expect.any(String) })
    expect(await scripts.run(script('return { alive: true }'))).toEqual({ alive: true })
  })
})

describe('memory', () => {
  const scripts = open({ limits: { time: 5000 } })

  test.each(HUNGRY)('%s is stopped', async (_, source) => {
    expect(await fail(scripts, source)).toMatchObject({ kind: 'memory' })
  })

  test('of the server does not grow, whatever scripts do', async () => {
    await scripts.run(script('return {}'))
    const before = process.memoryUsage().rss

    for (const [, source] of HUNGRY) await fail(scripts, source)

    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 ** 2)
  })

  test('is complete again for the next script', async () => {
    const filling = 'return { a: new Uint8Array(20e6).length }'

    for (let round = 0; round < 2; round++) {
      expect(await scripts.run(script(filling))).toEqual({ a: 20e6 })
      expect(await fail(scripts, 'const all = []; for (;;) all.push({})')).toMatchObject({
        kind: 'memory',
      })
    }
  })
})

describe('many at once', () => {
  test('each gets its own result, successes and failures mixed', async () => {
    const scripts = open({ workers: 2 })
    const numbers = Array.from({ length: 60 }, (_, n) => n)

    const answers = await Promise.all(
      numbers.map((n) =>
        n % 20 === 7
          ? fail(scripts, 'for (;;);').then(({ kind }) => kind)
          : scripts.run(script('return { square: context.n * context.n }', { n })),
      ),
    )

    expect(answers).toEqual(numbers.map((n) => (n % 20 === 7 ? 'timeout' : { square: n * n })))
  })

  test('more than the queue holds are refused immediately', async () => {
    const scripts = open({ queue: 3 })
    const all = Array.from({ length: 6 }, (_, n) => scripts.run(script(`return { n: ${n} }`)))

    const states = (await Promise.allSettled(all)).map((each) =>
      each.status === 'fulfilled' ? 'done' : each.reason.code,
    )

    expect(states).toEqual(['done', 'done', 'done', 'done', 'too_many', 'too_many'])
  })

  test('the server stays responsive', async () => {
    const scripts = open({ workers: 2 })
    let isRunning = true
    const all = [0, 1, 2, 3].map(() => fail(scripts, UNSTOPPABLE[0] ?? ''))
    const ended = Promise.all(all).finally(() => {
      isRunning = false
    })

    let turns = 0
    while (isRunning) {
      await setImmediate()
      turns++
    }

    for (const { kind } of await ended) expect(['timeout', 'memory']).toContain(kind)
    expect(turns).toBeGreaterThan(1000)
  })

  test('a close ends all of them, and nothing new starts', async () => {
    const scripts = open()
    const all = [scripts.run(script('for (;;);')), scripts.run(script('return {}'))]
    const settled = Promise.allSettled(all)

    await scripts.close()

    for (const each of await settled) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    }
    await expect(scripts.run(script('return {}'))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
