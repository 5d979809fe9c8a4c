import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { diagram, END, flow, START } from './models/diagram.ts'
import { prepare } from './program.ts'
import { type Options, type Simulation, simulate } from './simulate.ts'
import { nextStart } from './starts.ts'

/** Diagrams that are odd, but that somebody may draw. */
const run = async (inner: string, options?: Options): Promise<Simulation> => {
  const { model, problems } = await compile(diagram(inner))
  if (!model) throw new Error(JSON.stringify(problems))
  return simulate(prepare(model), options)
}
const messages = async (xml: string) =>
  (await compile(xml)).problems.map(({ element, message }) => `${element}: ${message}`)

const sub = (id: string, inner: string, tag = 'subProcess') =>
  `<${tag} id="${id}"><startEvent id="${id}_start"/>${inner}</${tag}>`
const times = (count: number) =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`

test('a transaction that is cancelled from inside a sub-process undoes what was done in there', async () => {
  const inner = `${sub(
    'inner',
    `<extensionElements><kontor:mappings><kontor:mapping direction="in" source="17" target="number"/></kontor:mappings></extensionElements>
    <task id="pay"/><boundaryEvent id="paid" attachedToRef="pay"><compensateEventDefinition/></boundaryEvent>
    <userTask id="pay_back" isForCompensation="true" kontor:performer="user:{number}"/>
    <association id="by" sourceRef="paid" targetRef="pay_back"/>
    <endEvent id="cancelled"><cancelEventDefinition/></endEvent>
    ${flow('i1', 'inner_start', 'pay')}${flow('i2', 'pay', 'cancelled')}`,
  )}<task id="order"/><boundaryEvent id="ordered" attachedToRef="order"><compensateEventDefinition/></boundaryEvent>
  <task id="take_back" isForCompensation="true"/><association id="by2" sourceRef="ordered" targetRef="take_back"/>
  ${flow('t1', 'all_start', 'order')}${flow('t2', 'order', 'inner')}`
  const it = await run(`${START}${sub('all', inner, 'transaction')}<endEvent id="given_up"/>
    <boundaryEvent id="undone" attachedToRef="all"><cancelEventDefinition/></boundaryEvent>${END}
    ${flow('a', 'start', 'all')}${flow('b', 'all', 'end')}${flow('c', 'undone', 'given_up')}`)

  expect(it.tasks.map(({ node }) => node)).toEqual(['pay_back'])
  it.submit('pay_back')

  expect(it.trace.slice(-4)).toEqual(['pay_back', 'take_back', 'undone', 'given_up'])
  expect(it.status).toBe('done')
})

test.each(['P999999999Y', 'P8000Y', 'PT99999999999999H', '9999-12-31T23:59:59-12:00'])(
  'a timer cannot be due in %s: there is no such date',
  async (time) => {
    const timed = `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>${time}</timeDuration></timerEventDefinition></intermediateCatchEvent>`
    const inner = `${START}${timed}${END}${flow('a', 'start', 'wait')}${flow('b', 'wait', 'end')}`

    expect(await messages(diagram(inner))).toContainEqual(expect.stringContaining(`"${time}"`))
    const given = await run(inner.replace(time, 'time'), { values: { time } })
    expect(given.state.control.tokens).toMatchObject({ 2: { incident: { kind: 'expression' } } })
  },
)

test('what went by is left out at once, however often it was', () => {
  const now = '2026-01-01T00:00:00.500Z'
  const previous = '1970-01-01T00:00:00.000Z'

  expect(nextStart('R/PT0.001S', now, previous)).toBe('2026-01-01T00:00:00.501Z')
  expect(nextStart('R/PT1S', now, previous)).toBe('2026-01-01T00:00:01.000Z')
  expect(nextStart('R/P1DT1S', '1970-01-03T00:00:02.000Z', previous)).toBe(
    '1970-01-04T00:00:03.000Z',
  )
  expect(nextStart('R/PT0.0001S', now)).toBeUndefined()
  expect(nextStart('R/9999-12-31T00:00:00Z/P1D', now, '9999-12-31T00:00:00Z')).toBeUndefined()
})

test('loops in loops that are too many stop there, and look at the others once', async () => {
  const inside = `${times(200)}<task id="work">${times(200)}</task>`
  const it = await run(
    `${START}<subProcess id="outer">${times(20)}<subProcess id="inner">${inside}</subProcess></subProcess>${END}
    ${flow('a', 'start', 'outer')}${flow('b', 'outer', 'end')}`,
  )

  expect(it.status).toBe('error')
  const incidents = it.effects.filter(({ type }) => type === 'incident.raise')
  expect(incidents[0]).toMatchObject({
    node: 'work',
    incident: { message: 'loops can have 120000 runs at once, not more' },
  })
})

test.each([
  ['inclusiveGateway', ''],
  ['complexGateway', '<activationCondition>activationCount >= 2</activationCondition>'],
])('each run of a loop joins for itself at an %s', async (gateway, condition) => {
  const inside = `${times(500)}<inclusiveGateway id="split"/><task id="one"/><task id="two"/>
    <${gateway} id="join">${condition}</${gateway}>
    ${flow('s1', 'split', 'one')}${flow('s2', 'split', 'two')}
    ${flow('j1', 'one', 'join')}${flow('j2', 'two', 'join')}`
  const it = await run(
    `${START}<subProcess id="all">${inside}</subProcess>${END}
    ${flow('a', 'start', 'all')}${flow('b', 'all', 'end')}`,
  )

  expect(it.status).toBe('done')
  expect(it.trace.filter((id) => id === 'join')).toHaveLength(1000)
})

test('conditions that become true together all happen, unless one ends another', async () => {
  const event = (id: string, interrupts: boolean) =>
    `<boundaryEvent id="${id}" attachedToRef="wait" cancelActivity="${interrupts}">
      <conditionalEventDefinition><condition>is_late</condition></conditionalEventDefinition></boundaryEvent>
    ${flow(`of_${id}`, id, 'end')}`
  const around = (events: string) =>
    `${START}<userTask id="wait"/>${events}${END}${flow('a', 'start', 'wait')}${flow('b', 'wait', 'end')}`
  const values = { is_late: false }
  const both = await run(around(event('one', false) + event('two', false)), { values })
  const first = await run(around(event('one', true) + event('two', false)), { values })

  for (const it of [both, first]) it.send({ type: 'change', values: { is_late: true } })

  expect(both.trace.filter((id) => id === 'one' || id === 'two')).toEqual(['one', 'two'])
  expect(first.trace.filter((id) => id === 'one' || id === 'two')).toEqual(['one'])
})

test('sub-processes in sub-processes are refused beyond what anybody draws', async () => {
  const levels = Array.from({ length: 3000 }, (_, at) => `<subProcess id="s${at}">`)
  const inner = levels.join('') + '</subProcess>'.repeat(levels.length)

  expect(await messages(diagram(inner))).toEqual([
    ': sub-processes are nested more than 100 levels deep',
  ])
})

test('an event gateway without events is refused', async () => {
  const inner = `${START}<eventBasedGateway id="nothing"/>${flow('a', 'start', 'nothing')}`

  expect(await messages(diagram(inner))).toEqual([
    'nothing: an event gateway without events never goes on',
  ])
})

test('a second message flow of one event is not followed, and says so', async () => {
  const receiver = (id: string) =>
    `<process id="${id}" isExecutable="true"><startEvent id="${id}_start"><messageEventDefinition/></startEvent></process>`
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x">
    <collaboration id="c"><participant id="p1" processRef="one"/><participant id="p2" processRef="two"/><participant id="p3" processRef="three"/>
      <messageFlow id="m1" sourceRef="tell" targetRef="two_start"/><messageFlow id="m2" sourceRef="tell" targetRef="three_start"/></collaboration>
    <process id="one" isExecutable="true"><sendTask id="tell"/></process>${receiver('two')}${receiver('three')}</definitions>`

  expect(await messages(xml)).toEqual([
    'tell: only one of its message flows is followed: a message has one receiver',
  ])
})
