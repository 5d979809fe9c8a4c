import { expect, test } from 'vitest'
import { begin } from '../models/load.ts'

test('parallel runs end when the completion condition holds; the rest are cancelled', async () => {
  const it = await begin('element-multi-parallel', { values: { people: ['a', 'b', 'c'] } })

  expect(it.tasks.map(({ performers, locals }) => [performers[0]?.value, locals])).toEqual([
    ['a', { loopCounter: 0, voter: 'a' }],
    ['b', { loopCounter: 1, voter: 'b' }],
    ['c', { loopCounter: 2, voter: 'c' }],
  ])
  for (const { token } of it.tasks.slice(0, 2)) it.submit(token)

  expect(it.tasks).toEqual([])
  expect(it.trace).toEqual(['s', 'vote', 'b', 'e'])
})

test('a loop over an empty list is skipped', async () => {
  const it = await begin('element-multi-parallel', { values: { people: [] } })

  expect(it.trace).toEqual(['s', 'vote', 'b', 'e'])
})

test('sequential runs come one after another', async () => {
  const it = await begin('element-multi-sequential', { values: { people: ['a', 'b'] } })

  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['a'])
  it.submit('ask')
  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['b'])
  it.submit('ask')

  expect(it.trace.filter((node) => node === 'ask')).toHaveLength(2)
  expect(it.status).toBe('done')
})

test('in a loop over performers each gets a task', async () => {
  const it = await begin('element-multi-own-member', { values: { people: ['a', 'b'] } })

  expect(it.tasks.map(({ performers }) => performers)).toEqual([
    [{ kind: 'id', value: 'a' }],
    [{ kind: 'id', value: 'b' }],
  ])
  for (const { token } of it.tasks) it.submit(token, 'fine')

  expect(it.trace).toEqual(['s', 'note', 'e'])
})

test('an exit that interrupts ends the task for everybody', async () => {
  const it = await begin('element-multi-own-member', { values: { people: ['a', 'b', 'c'] } })

  it.submit('note', 'stop')

  expect(it.tasks).toEqual([])
  expect(it.trace).toEqual(['s', 'note', 'bad'])
})

test('a standard loop continues while its condition holds', async () => {
  const it = await begin('element-loop')

  it.submit('a', undefined, { values: { more: true } })
  it.submit('a', undefined, { values: { more: true } })
  expect(it.status).toBe('wait')
  it.submit('a', undefined, { values: { more: false } })

  expect(it.status).toBe('done')
})

test.each([
  [0, 3],
  [5, 5],
])('a loop that tests before the run: from %d to %d', async (n, result) => {
  const it = await begin('element-loop-before', { values: { n } })

  expect(it.state.variables.n).toBe(result)
})

test('a loop without a condition ends at its maximum', async () => {
  const it = await begin('element-loop-maximum', { values: { n: 0 } })

  expect(it.state.variables.n).toBe(4)
})

test('a loop over something other than a list is an incident', async () => {
  const it = await begin('element-multi-parallel', { values: { people: 'ann' } })

  expect(it.status).toBe('error')
  it.send({ type: 'change', values: { people: ['ann'] } })
  it.send({ type: 'retry', token: 2 })
  expect(it.tasks).toHaveLength(1)
})

test('runs that are only counted have no member, also after the state was stored', async () => {
  const it = await begin('element-multi-counted', { values: { times: 3 } })

  it.submit('ask')

  expect(JSON.parse(JSON.stringify(it.state))).toStrictEqual(it.state)
  expect(it.tasks.map(({ locals }) => locals)).toEqual([{ loopCounter: 1 }])
})

test('a loop over an unset variable is an incident, not an empty loop', async () => {
  const it = await begin('element-multi-counted')

  expect(it.status).toBe('error')
  expect(Object.values(it.state.control.tokens)).toMatchObject([
    { incident: { message: 'a loop runs over a list or a number up to 100000, not nothing' } },
  ])
  it.send({ type: 'change', values: { times: 1 } })
  it.send({ type: 'retry', token: 2 })
  expect(it.tasks.map(({ node }) => node)).toEqual(['ask'])
})

test('many members are kept in pages, which states share', async () => {
  const it = await begin('element-multi-output', {
    values: { orders: Array.from({ length: 600 }, (_, at) => at) },
  })

  const before = it.state.control.pages ?? {}
  const [first, ...rest] = it.tasks
  it.submit(first?.token ?? 0, undefined, { values: { sum: 0 } })
  const shared = Object.entries(it.state.control.pages ?? {}).filter(
    ([key, page]) => before[Number(key)] === page,
  )
  expect(shared.length).toBeGreaterThan(2)
  for (const { token } of rest) it.submit(token, undefined, { values: { sum: token } })

  expect(it.status).toBe('done')
  expect(it.state.variables.sums).toHaveLength(600)
})

test.each([
  ['element-multi-output', 1300],
  ['element-multi-output-sequential', 2],
])('thousands of members begin in portions, and each leaves its value: %s', async (model, done) => {
  const orders = Array.from({ length: 1300 }, (_, at) => at)
  const it = await begin(model, { values: { orders } })

  expect(it.state.control.ready).toEqual([])
  while (it.status === 'wait') {
    const { tasks } = it
    for (const { token, locals } of tasks) {
      it.submit(token, undefined, { values: { sum: Number(locals?.order) + 1 } })
    }
  }

  expect(it.status).toBe('done')
  expect(it.state.variables.sums).toEqual(orders.map((at) => (at < done ? at + 1 : null)))
  expect(it.state.control.kept).toBeUndefined()
})
