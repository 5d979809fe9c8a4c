import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { ScriptError } from './problem.ts'
import { MOST_ASKED, MOST_WAITING } from './request-channel.ts'
import { Scripts } from './scripts.ts'

type Request = { call: string; params: Record<string, unknown>; input: unknown }

const scripts = new Scripts({ workers: 1, limits: { time: 300 } })
const brief = new Scripts({ workers: 1, limits: { time: 5000 }, whole: 1500 })
const patient = new Scripts({ workers: 1, limits: { time: 10_000 } })
afterAll(() => Promise.all([scripts, brief, patient].map((each) => each.close())))

/** Echoes what is asked for; `fail` and the id `refused` are refused, `never` is not answered. */
function hostOf(seen: string[] = []) {
  return async (request: unknown): Promise<string> => {
    const { call, params } = request as Request
    seen.push(call)
    await setImmediate()
    if (call === 'fail' || params?.id === 'refused')
      throw Object.assign(new Error('not allowed'), { code: 'forbidden' })
    if (call === 'never') return new Promise(() => {})
    return call === 'large' ? JSON.stringify('x'.repeat(5e6)) : JSON.stringify({ call, params })
  }
}

const run = (source: string, { seen, ...more }: { seen?: string[]; called?: string } = {}) =>
  scripts.run({
    source,
    context: { n: 2 },
    now: new Date(),
    seed: 'a',
    host: hostOf(seen),
    ...more,
  })

async function fail(source: string, by = scripts) {
  const error = await by
    .run({ source, context: {}, now: new Date(), seed: 'a', host: hostOf() })
    .catch((error: unknown) => error)
  if (error instanceof ScriptError) return error.problem
  throw new Error(`expected a problem, received ${JSON.stringify(error)}`, { cause: error })
}

describe('a script that calls', () => {
  test('waits for the answers', async () => {
    const source = `const one = await kontor.call('get', { params: { id: context.n } })
      const [two, three] = await Promise.all([kontor.call('b'), kontor.call('c')])
      return { id: one.params.id, names: [two.call, three.call] }`

    expect(await run(source)).toEqual({ id: 2, names: ['b', 'c'] })
  })

  test('hears what was refused, with its code', async () => {
    const source = `try { await kontor.call('fail') } catch ({ message, code }) { return { message, code } }`

    expect(await run(source)).toEqual({ message: 'not allowed', code: 'forbidden' })
    expect(await fail(`\nawait kontor.call('fail')`)).toMatchObject({
      kind: 'thrown',
      message: 'Error: not allowed',
      code: 'forbidden',
      line: 2,
    })
    // Also after another answer, and inside of what the world does.
    const later = `await kontor.call('a')\n\nawait new RefItem('a', 'b', 'refused').delete()`
    expect(await fail(later)).toMatchObject({ line: 3 })
  })

  test('is answered in order, also what it does not wait for', async () => {
    const seen: string[] = []
    const source = `kontor.call('a').then(() => kontor.call('last'))
      kontor.call('b'); kontor.call('fail').catch(() => {})
      return {}`

    expect(await run(source, { seen })).toEqual({})
    expect(seen).toEqual(['a', 'b', 'fail', 'last'])
  })

  test('may be a function of a program', async () => {
    const source = `let names = []
      async function collect() { for (const name of ['a', 'b']) names.push((await kontor.call(name)).call); return names }`

    const given = { source, context: {}, now: new Date(), seed: 'a', host: hostOf() }
    expect(await scripts.run({ ...given, called: 'collect', answer: 'all' })).toEqual({
      all: ['a', 'b'],
    })
    expect(await scripts.check(source, 'collect')).toBeUndefined()
  })

  test('changes variables by their names', async () => {
    const source = `Context.data.n += 1; Context.data.list = [1]; return { more: true }`

    expect(await run(source)).toEqual({ n: 3, list: [1], more: true })
    expect(await run(`Context.data.n = 2`)).toEqual({})
  })

  test('can call nothing where there is no server', async () => {
    const given = { source: `await kontor.call('a')`, context: {}, now: new Date(), seed: 'a' }

    await expect(scripts.run(given)).rejects.toThrow('there is no server behind this script')
  })
})

describe('a hostile script', () => {
  test.each([
    ['loops between two calls', `await kontor.call('a'); for (;;);`],
    [
      'catches that it was interrupted',
      `await kontor.call('a'); for (;;) { try { await (async () => { for (;;); })() } catch {} }`,
    ],
    ['chains promises', `await kontor.call('a'); const f = () => Promise.resolve().then(f); f()`],
    ['loops when a call is refused', `kontor.call('fail').catch(() => { for (;;); })`],
  ])('that %s is ended, and its thread is kept', async (_, source) => {
    expect(await fail(source)).toMatchObject({
      kind: 'timeout',
      message: 'it computed for more than 300 ms',
    })
    expect(await run('return { alive: true }')).toEqual({ alive: true })
  })

  test('that waits for ever is ended with its thread', async () => {
    expect(await fail(`await kontor.call('never')`, brief)).toEqual({
      kind: 'timeout',
      message: 'it did not end after 1500 ms',
    })
    expect(await fail(`await new Promise(() => kontor)`, brief)).toMatchObject({
      message: 'it waits for something that never happens',
    })
  })

  test('that makes 100,000 calls and waits for none gets so many, and the others are refused', async () => {
    const seen: string[] = []
    const source = `let refused = 0
      for (let n = 0; n < 100_000; n++) kontor.call('a').catch(() => refused++)
      return {}`

    // Whether its time or its memory ends first depends on the machine.
    await run(source, { seen }).catch((error: ScriptError) => {
      expect(['timeout', 'memory']).toContain(error.problem.kind)
    })
    expect(seen.length).toBeLessThanOrEqual(MOST_WAITING)
    expect(await run('return { alive: true }')).toEqual({ alive: true })
  })

  test('that sends much and waits for nothing is told to wait', async () => {
    const source = `const send = () => kontor.call('a', { input: 'x'.repeat(1e6) }).then(() => 'sent', ({ message }) => message)
      const all = await Promise.all(Array.from({ length: 20 }, send))
      return { all: [...all, await send()] }`

    const given = { source, context: {}, now: new Date(), seed: 'a', host: hostOf() }
    const { all } = (await patient.run(given)) as { all: string[] }
    const refused = all.filter((each) => each !== 'sent')
    expect(refused).toHaveLength(4)
    expect(refused[0]).toContain('16777216 characters already: await them')
    expect(all.at(-1)).toBe('sent')
  })

  test('that never stops calling is stopped', async () => {
    const seen: string[] = []
    const error = await run(`for (;;) await kontor.call('a')`, { seen }).catch(String)

    expect(error).toContain(`a script may make ${MOST_ASKED} calls`)
    expect(seen).toHaveLength(MOST_ASKED)
  })

  test('does not outgrow its memory with answers', async () => {
    expect(await fail(`await kontor.call('large')`)).toMatchObject({ code: 'too_large' })
    const hoarding = `const all = []; for (;;) all.push(await kontor.call('a', { params: { x: 'x'.repeat(1e5) } }))`
    expect(await fail(hoarding)).toMatchObject({ kind: 'memory' })
    expect(await run('return { alive: true }')).toEqual({ alive: true })
  })

  test.each([
    `await kontor.call('a', { params: JSON.parse('{"__proto__":{"isAdministrator":true}}') })`,
    `await kontor.call('a', { params: { f: () => 1 } })`,
    `kontor.call = null`,
    `Promise.prototype.then = null; Array.prototype.push = null; JSON.parse = () => ({ forged: 1 })
      await kontor.call('a'); throw new Error('still alone')`,
  ])('gains nothing by %s', async (source) => {
    expect(await fail(source)).toMatchObject({ message: expect.any(String) })
    expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined()
    expect(await run(`return { answer: (await kontor.call('a')).call }`)).toEqual({ answer: 'a' })
  })
})
