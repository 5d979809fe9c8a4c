import { expect, test } from 'vitest'
import { diagram, flow } from '../../../test/process.ts'
import { compile } from '../compile.ts'
import { ExpressionError } from '../expressions/expression.ts'
import { prepare } from '../program.ts'
import { simulate } from '../simulate.ts'
import { occurrence, parseCycle } from './cycle.ts'
import { isTime, momentAfter } from './due.ts'

test.each([
  ['2026-01-31T10:00:00.000Z', 'P1M', '2026-02-28T10:00:00.000Z'],
  ['2024-02-29T10:00:00.000Z', 'P1Y', '2025-02-28T10:00:00.000Z'],
  ['2026-01-01T10:00:00.000Z', 'P1W', '2026-01-08T10:00:00.000Z'],
  ['2026-01-01T10:00:00.000Z', 'P1DT2H3M4.5S', '2026-01-02T12:03:04.500Z'],
  ['2026-01-01T10:00:00.000Z', '2025-12-31', '2025-12-31T00:00:00.000Z'],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T12:00:00', '2026-01-01T12:00:00.000Z'],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T12:00:00+02:00', '2026-01-01T10:00:00.000Z'],
])('%s and %s is %s', (now, text, moment) => {
  expect(momentAfter(now, text)).toBe(moment)
})

test.each(['P', 'PT', '1D', 'P1H', 'yesterday', '2026-13-01'])('%s is not a time', (text) => {
  expect(() => momentAfter('2026-01-01T00:00:00.000Z', text)).toThrow(
    'neither a date nor a duration',
  )
})

test.each([
  'R3',
  'R0/PT1H',
  'R00/PT1H',
  'R/PT0S',
  'R/P1D/never',
  '* * * *',
  '0 99 * * *',
  'TZ=Nowhere/Land 0 9 * * *',
])('%s is not a cycle', (text) => {
  expect(parseCycle(text)).toBeUndefined()
})

test.each([
  'P99999999Y',
  `PT${'9'.repeat(400)}S`,
  '99999 working days',
  '0000-01-01',
  '9999-12-31T23:00:00-02:00',
])('%s is not a time that anybody means', (text) => {
  expect(() => momentAfter('2026-01-01T00:00:00.000Z', text)).toThrow(ExpressionError)
  expect(isTime(text)).toBe(false)
})

test('a time after the year 9999 is an error', () => {
  expect(() => momentAfter('9500-01-01T00:00:00.000Z', 'P900Y')).toThrow(ExpressionError)
})

test.each(['R/PT0.0001S', 'R/P99999999Y'])('%s is no cycle either', (text) => {
  expect(parseCycle(text)).toBeUndefined()
})

// One by one they would be counted for minutes.
test('many occurrences that were missed are skipped at once', () => {
  const cycle = parseCycle('R/2020-01-01T00:00:00Z/PT0.002S')
  if (!cycle) throw new Error('no cycle')
  const [now, start] = [new Date('2026-01-01T00:00:00.003Z'), new Date('2020-01-01T00:00:00Z')]
  expect(occurrence(cycle, now, start)?.toISOString()).toBe('2026-01-01T00:00:00.004Z')
  expect(occurrence(cycle, start, now)?.toISOString()).toBe('2026-01-01T00:00:00.005Z')
})

test('a task and a timer with such a time stop with an incident', async () => {
  const { model } = await compile(
    diagram(`<startEvent id="came"/><parallelGateway id="both"/>
<userTask id="task" kontor:performer="role:author" kontor:due="late"/>
<intermediateCatchEvent id="timer">
  <timerEventDefinition><timeDuration>late</timeDuration></timerEventDefinition>
</intermediateCatchEvent><endEvent id="end"/>
${flow('came -> both -> task -> end')}${flow('both -> timer -> end')}`),
    { variables: { late: 'STRING' } },
  )
  if (!model) throw new Error('no model')
  for (const late of ['P99999999Y', 'P9000Y', '0000-01-01']) {
    const it = simulate(prepare(model), { values: { late } })
    const raised = it.effects.filter(({ type }) => type === 'incident.raise')
    expect(raised).toMatchObject([
      { node: 'task', incident: { kind: 'expression' } },
      { node: 'timer', incident: { kind: 'expression' } },
    ])
  }
})

test.each([
  ['R0/PT1H', 'repeats zero times'],
  ['R99999999999/PT1H', 'repeats too often'],
])('a repetition %s that a variable has is an incident that says why', async (when, why) => {
  const { model } = await compile(
    diagram(`<startEvent id="came"/><userTask id="task" kontor:performer="role:author"/>
<boundaryEvent id="remind" attachedToRef="task" cancelActivity="false">
  <timerEventDefinition><timeCycle>when</timeCycle></timerEventDefinition></boundaryEvent>
<endEvent id="end"/><endEvent id="told"/>${flow('came -> task -> end')}${flow('remind -> told')}`),
    { variables: { when: 'STRING' } },
  )
  if (!model) throw new Error('no model')

  const { effects } = simulate(prepare(model), { values: { when } })

  expect(effects.filter(({ type }) => type === 'incident.raise')).toMatchObject([
    { node: 'remind', incident: { message: expect.stringContaining(why) } },
  ])
})

test('a cycle stops at its end date', () => {
  const cycle = parseCycle('R/PT1H/2026-01-01T01:30:00Z')
  const now = new Date('2026-01-01T00:00:00Z')
  if (!cycle) throw new Error('no cycle')

  const first = occurrence(cycle, now)

  expect(first?.toISOString()).toBe('2026-01-01T01:00:00.000Z')
  expect(occurrence(cycle, first as Date, first)).toBeUndefined()
})

test('a calendar follows its time zone', () => {
  const cycle = parseCycle('TZ=Europe/Berlin 0 9 * * *')
  if (!cycle) throw new Error('no cycle')

  const inWinter = occurrence(cycle, new Date('2026-03-27T12:00:00Z'))
  const inSummer = occurrence(cycle, new Date('2026-03-28T12:00:00Z'))

  expect(inWinter?.toISOString()).toBe('2026-03-28T08:00:00.000Z')
  expect(inSummer?.toISOString()).toBe('2026-03-29T07:00:00.000Z')
})
