import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { migrate } from './migrate.ts'
import { diagram, END, flow, START } from './models/diagram.ts'
import { type Program, prepare } from './program.ts'
import { simulate } from './simulate.ts'

async function programOf(inner: string): Promise<Program> {
  const { model, problems } = await compile(diagram(inner))
  if (!model) throw new Error(JSON.stringify(problems))
  return prepare(model)
}

/** Two steps that can be undone, each by a task of its own kind. */
const UNDOABLE = ['a', 'b']
  .map(
    (id) => `<task id="${id}"/>
  <boundaryEvent id="on_${id}" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent>
  <userTask id="undo_${id}" isForCompensation="true"/>
  <association id="link_${id}" associationDirection="One" sourceRef="on_${id}" targetRef="undo_${id}"/>`,
  )
  .join('')

const TRANSACTION = `${START}<transaction id="trip"><startEvent id="ts"/>${UNDOABLE}
  <endEvent id="cancel"><cancelEventDefinition/></endEvent>
  ${flow('f1', 'ts', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'cancel')}</transaction>
  <boundaryEvent id="cancelled" attachedToRef="trip"><cancelEventDefinition/></boundaryEvent>
  <boundaryEvent id="late" attachedToRef="trip">
    <timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
  <endEvent id="no_trip"/><endEvent id="too_late"/>${END}
  ${flow('f4', 'start', 'trip')}${flow('f5', 'trip', 'end')}
  ${flow('f6', 'cancelled', 'no_trip')}${flow('f7', 'late', 'too_late')}`

test('a restarted step of an undoing is still waited for, in its place', async () => {
  const it = simulate(await programOf(TRANSACTION))
  const [{ token } = { token: 0 }] = it.tasks

  it.send({ type: 'restart', token })

  expect(it.tasks.map(({ node }) => node)).toEqual(['undo_b'])
  it.submit('undo_b')
  expect(it.tasks.map(({ node }) => node)).toEqual(['undo_a'])
  it.submit('undo_a')
  expect(it.trace.at(-1)).toBe('no_trip')
})

test('what is being undone is not restarted, and no timer on its border stops it', async () => {
  const it = simulate(await programOf(TRANSACTION))
  const undoing = Object.entries(it.state.control.tokens).find(([, { undo }]) => undo)

  expect(() => it.send({ type: 'restart', token: Number(undoing?.[0]) })).toThrow('being undone')
  it.pass('P1D')

  expect(it.waiting).toContain('undo_b')
  it.submit('undo_b')
  it.submit('undo_a')
  expect(it.trace.at(-1)).toBe('no_trip')
})

const KINDS = {
  plain: '<subProcess id="part">',
  transaction: '<transaction id="part">',
  adHoc: '<adHocSubProcess id="part">',
}
const inside = (kind: keyof typeof KINDS) => {
  const close = KINDS[kind].replace('<', '</').replace(/ .*/, '>')
  const begin = kind === 'adHoc' ? '' : `<startEvent id="ps"/>${flow('p1', 'ps', 'work')}`
  return `${START}${KINDS[kind]}${begin}<userTask id="work"/>${close}${END}
    ${flow('f1', 'start', 'part')}${flow('f2', 'part', 'end')}`
}
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

test.each(NAMES.flatMap((one) => NAMES.map((other) => [one, other] as const)))(
  'an instance in a sub-process (%s) moves only to one of its kind (%s)',
  async (one, other) => {
    const [from, to] = [await programOf(inside(one)), await programOf(inside(other))]
    const it = simulate(from)

    const { problems } = migrate(it.state, { from, to, plan: {}, at: it.now })

    const another = '"part" is another kind of element in the new version'
    expect(problems.map(({ message }) => message)).toEqual(one === other ? [] : [another])
  },
)

const many = (over: string, body: string) =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${over}</loopCardinality>
   </multiInstanceLoopCharacteristics>${body}`

test.each([
  [
    'a loop in a loop',
    many(
      '1000',
      `<startEvent id="ls"/><userTask id="work">${many('100000', '')}</userTask>${flow('l1', 'ls', 'work')}`,
    ),
    {},
  ],
  ['a list', many('list', `<startEvent id="ls"/>`), { list: Array(2_000_000).fill(0) }],
])('%s that is too large is an incident and not a crash', async (_, part, values) => {
  const program = await programOf(
    `${START}<subProcess id="part">${part}</subProcess>${END}${flow('f1', 'start', 'part')}${flow('f2', 'part', 'end')}`,
  )

  const it = simulate(program, { values })

  expect(it.status).toBe('error')
  expect(it.effects).toContainEqual(
    expect.objectContaining({
      type: 'incident.raise',
      incident: { kind: 'expression', message: expect.stringMatching(/at once|a list of/) },
    }),
  )
})

test('members of a loop that wait for their turn do not count as runs at once', async () => {
  const inner = `<startEvent id="ls"/><userTask id="work">${many('30000', '')}</userTask>${flow('l1', 'ls', 'work')}`
  const part = many('100000', inner).replace(
    'Characteristics>',
    'Characteristics isSequential="true">',
  )
  const program = await programOf(
    `${START}<subProcess id="part">${part}</subProcess>${END}${flow('f1', 'start', 'part')}${flow('f2', 'part', 'end')}`,
  )

  expect(simulate(program).status).toBe('wait')
})
