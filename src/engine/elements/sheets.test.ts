import { expect, test } from 'vitest'
import type { Effect, NamedUsers, Operation } from '../effects.ts'
import { begin, load } from '../models/load.ts'
import { step } from '../step.ts'

const found = (text: string, people: string[] = []) => ({ text, people })

const lawyers = (operation: Operation) =>
  operation.kind === 'people'
    ? [[found('a', ['ann', 'bob']), found('b', ['eve', 'ann'])]]
    : undefined

const approval = () =>
  begin('element-approval', { values: { agreement: ['x'], boss: ['eve'] }, operation: lawyers })

test('all people are asked at the same time and all must approve', async () => {
  const it = await approval()

  expect(it.effects).toContainEqual({
    type: 'sheet.open',
    token: 2,
    node: 'round',
    kind: 'approval',
    target: { path: 'agreement', value: ['x'] },
    respondents: ['ann', 'bob', 'eve'],
  })
  expect(it.tasks.map(({ kind, due }) => [kind, due])).toEqual(
    Array.from({ length: 3 }, () => ['approval', '2026-01-04T00:00:00.000Z']),
  )
  for (const { token } of it.tasks) it.submit(token, 'approved', { actor: 'ann' })

  expect(it.trace).toEqual(['s', 'round', 'yes', 'e1'])
  expect(it.effects).toContainEqual({
    type: 'sheet.close',
    token: 6,
    node: 'yes',
    target: { path: 'agreement', value: ['x'] },
    isApproved: true,
  })
})

test('with one rejection the default exit is taken after all have answered', async () => {
  const it = await approval()

  const [first, second, third] = it.tasks.map(({ token }) => token)
  it.submit(first ?? 0, 'rejected', { comment: 'too dear' })
  it.submit(second ?? 0, 'approved')
  expect(it.status).toBe('wait')
  it.submit(third ?? 0, 'approved')

  expect(it.trace).toEqual(['s', 'round', 'no', 'e2'])
  expect(it.effects).toContainEqual({
    type: 'sheet.answer',
    token: 3,
    sheet: 2,
    respondent: 'ann',
    answer: 'rejected',
    comment: 'too dear',
  })
})

test('an answer must be one of the two', async () => {
  const it = await approval()

  expect(() => it.submit(3, 'maybe')).toThrow('expected one of approved, rejected')
})

const incidentsOf = ({ effects }: { effects: readonly Effect[] }) =>
  effects.flatMap((each) => (each.type === 'incident.raise' ? each.incident : []))

test.each<[string, NamedUsers[][], string]>([
  ['nobody is named', [[]], 'there is nobody to ask'],
  ['one of two is nobody', [[found('group:a'), found('b', ['eve'])]], '"group:a" leads to'],
  ['both are nobody', [[found('group:a'), found('variable:b')]], '"group:a", "variable:b" lead to'],
  [
    'neither side is complete',
    [[found('a'), found('b', ['eve'])], [found('c')]],
    '"a", "c" lead to',
  ],
])('an approval stops when %s', async (_, choices, message) => {
  const it = await begin('element-approval', { operation: () => choices })

  expect(it.status).toBe('error')
  expect(incidentsOf(it)).toEqual([
    { kind: 'no-people', message: expect.stringContaining(message) },
  ])
  expect(it.tasks).toEqual([])
})

test('an empty variable among those who approve is an incident', async () => {
  const stopped = await begin('element-approval', { values: { agreement: ['x'] } })
  const asked = await begin('element-approval', { values: { agreement: ['x'], boss: ['eve'] } })

  expect(incidentsOf(stopped)).toMatchObject([
    { message: expect.stringContaining('"variable:boss" leads to no user') },
  ])
  expect(asked.tasks).toHaveLength(2)
})

test('those after || approve when somebody before it is not found', async () => {
  const choices = [[found('a', ['ann']), found('b')], [found('c', ['eve'])]]
  const it = await begin('element-approval', { operation: () => choices })

  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['eve'])
})

test.each([
  ['those who are found', [[found('a'), found('b', ['eve'])]], ['eve']],
  ['those after ||', [[found('a')], [found('b', ['bob'])]], ['bob']],
])('%s are informed', async (_, choices, people) => {
  const it = await begin('element-inform', { operation: () => choices })

  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(people)
})

test('people are asked one by one, and an exit may be taken before all were asked', async () => {
  const it = await begin('element-approval-one-by-one', {
    values: { people: ['a', 'b', 'c', 'd'] },
  })

  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['a'])
  it.submit('round', 'approved')
  expect(it.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['b'])
  it.submit('round', 'approved')

  expect(it.trace.at(-1)).toBe('e1')
  expect(it.tasks).toEqual([])
})

test('people who do not answer in time get the configured answer', async () => {
  const it = await begin('element-approval-one-by-one', { values: { people: ['a', 'b', 'c'] } })

  it.submit('round', 'rejected')
  it.pass('P1D')

  expect(it.trace.at(-1)).toBe('e1')
})

test('everybody on the sheet acknowledges the item', async () => {
  const it = await begin('element-inform', { operation: lawyers })

  for (const { token } of it.tasks) it.submit(token)

  expect(it.status).toBe('done')
  expect(it.effects.filter(({ type }) => type === 'sheet.answer')).toHaveLength(3)
})

test('an empty acknowledgement sheet is skipped', async () => {
  const it = await begin('element-inform', { operation: () => [] })

  expect(it.status).toBe('done')
})

test('signing attaches a signature, refusing does not', async () => {
  const signed = await begin('element-sign', { values: { agreement: ['x'] } })
  signed.submit('sign', 'signed', { actor: 'ann' })
  expect(signed.effects).toContainEqual({
    type: 'signature',
    token: 2,
    node: 'sign',
    target: { path: 'agreement', value: ['x'] },
    actor: 'ann',
  })

  const refused = await begin('element-sign')
  refused.submit('sign', 'refused')
  expect(refused.effects.map(({ type }) => type)).not.toContain('signature')
})

test('registration gives a number, by a task or automatically', async () => {
  const it = await begin('element-registration', { values: { agreement: ['x'] } })

  expect(it.tasks).toMatchObject([{ kind: 'registration' }])
  it.submit('register')

  expect(it.state.variables.number).toBe('number-2')
  expect(it.effects).toContainEqual({
    type: 'operation',
    token: 3,
    node: 'again',
    operation: {
      kind: 'register',
      target: { path: 'agreement', value: ['x'] },
      folder: 'head/copies',
    },
  })
  expect(it.status).toBe('done')
})

test('a failed registration is retried without a second task', async () => {
  const it = await begin('element-registration', { values: { agreement: ['x'] } })
  const { state, effects } = step(await load('element-registration'), it.state, {
    type: 'submitted',
    token: 2,
    at: it.now,
  })
  expect(effects.at(-1)).toMatchObject({ operation: { kind: 'register' } })
  const program = await load('element-registration')
  const failure = { message: 'the folder is closed' }

  const failed = step(program, state, { type: 'failed', token: 2, failure, at: it.now })
  const again = step(program, failed.state, { type: 'retry', token: 2, at: it.now })

  expect(failed.effects).toMatchObject([{ type: 'incident.raise' }])
  expect(again.effects).toMatchObject([
    { type: 'incident.clear' },
    { type: 'operation', operation: { kind: 'register' } },
  ])
})
