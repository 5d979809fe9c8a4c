import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { exitsAt } from './exits.ts'
import type { Model } from './model.ts'
import { begin, load } from './models/load.ts'
import { prepare } from './program.ts'
import { nextStart, startsOf } from './starts.ts'
import { newState } from './state.ts'
import { step } from './step.ts'

test('the triggered start events are listed', async () => {
  const { model } = await load('element-starts')

  expect(startsOf(model)).toEqual([
    { node: 'nightly', kind: 'timer', text: '0 2 * * *', times: -1 },
    { node: 'asked', kind: 'message', name: 'order' },
    { node: 'made', kind: 'item', app: 'crm/orders', event: 'created' },
  ])
})

const now = '2026-03-27T12:00:00.000Z'

test.each([
  ['0 2 * * *', undefined, '2026-03-28T02:00:00.000Z'],
  ['TZ=Europe/Berlin 0 2 * * 1', undefined, '2026-03-30T00:00:00.000Z'],
  ['R/2026-03-01T00:00:00Z/P1M', undefined, '2026-03-01T00:00:00.000Z'],
  ['R/2026-03-01T00:00:00Z/P1M', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['2026-05-01', undefined, '2026-05-01T00:00:00.000Z'],
  ['2026-05-01', '2026-05-01T00:00:00.000Z', undefined],
  ['P1D', undefined, '2026-03-28T12:00:00.000Z'],
])('%s after %s is due at %s', (text, previous, due) => {
  expect(nextStart(text, now, previous)).toBe(due)
})

test('the current exits of a task are listed', async () => {
  const it = await begin('element-conditional-exit', { values: { amount: 50 } })

  expect(exitsAt(await load('element-conditional-exit'), it.state, 2)).toEqual([
    { id: 'agree', name: 'Agree' },
  ])
  expect(exitsAt(await load('element-conditional-exit'), it.state, 99)).toEqual([])
})

test.each([
  ['startEvent', '<messageEventDefinition messageRef="m" />'],
  ['receiveTask', ''],
])('a %s stores values through its mappings, or does not begin', async (element, inside) => {
  const attributes = element === 'receiveTask' ? 'instantiate="true" messageRef="m"' : ''
  const { model } = await compile(`<definitions xmlns:kontor="urn:kontor:bpmn"
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:test">
    <message id="m" name="m" /><process id="p" isExecutable="true">
    <${element} id="s" ${attributes}><extensionElements><kontor:mappings>
      <kontor:mapping direction="out" source="sum * 2" target="amount" />
    </kontor:mappings></extensionElements>${inside}</${element}>
    <endEvent id="e" /><sequenceFlow id="f" sourceRef="s" targetRef="e" /></process></definitions>`)
  const start = (sum: unknown) => {
    const event = { type: 'start', node: 's', at: now, values: { sum, other: 1 } } as const
    return step(prepare(model as Model), newState(), event)
  }

  expect(start(2).state.variables).toEqual({ amount: 4 })
  expect(start('much').refused).toContain('"sum * 2" cannot be evaluated')
})

const item = '<conditionalEventDefinition><condition>item</condition></conditionalEventDefinition>'
const beginning = (settings: Record<string, string>) => `<definitions
  xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn" id="d" targetNamespace="urn:t">
  <process id="p" isExecutable="true">
    <startEvent id="start"><extensionElements><kontor:settings>${Object.entries(settings)
      .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
      .join('')}</kontor:settings></extensionElements>${item}</startEvent>
    <endEvent id="end" /><sequenceFlow id="f" sourceRef="start" targetRef="end" /></process></definitions>`

test.each([
  ['crm/orders', 'order', []],
  ['crm/orders', 'thing', []],
  ['*', 'thing', []],
  ['*', 'order', ['"order" cannot hold the item: expected a variable of type REF_ITEM']],
  [
    ...(['crm/orders', 'note'] as const),
    ['"note" cannot hold the item: expected a variable of type SYS_COLLECTION or REF_ITEM'],
  ],
])('with items of %s, the variable "%s" gets the item: %j', async (app, result, problems) => {
  const variables = { order: 'SYS_COLLECTION', thing: 'REF_ITEM', note: 'STRING' }
  const compiled = await compile(beginning({ app, event: 'created', result }), { variables })

  expect(compiled.problems.map(({ message }) => message)).toEqual(problems)
})
