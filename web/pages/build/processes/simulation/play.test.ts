import { expect, test } from 'vitest'
import { compile } from '../../../../../src/engine/compile.ts'
import { diagram, END, flow, START } from '../../../../../src/engine/models/diagram.ts'
import { load } from '../../../../../src/engine/models/load.ts'
import { prepare } from '../../../../../src/engine/program.ts'
import { type Action, play } from './play.ts'

const BEGINNING = { at: '2026-03-01T09:00:00.000Z', values: {} }

async function programOf(elements: string, outside = '') {
  const { model, problems } = await compile(
    diagram(elements).replace('<process', `${outside}<process`),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return prepare(model)
}

const approval = await programOf(`${START}
  <userTask id="approve" name="Approve" kontor:performer="group:crm/managers" kontor:due="P1D"/>
  <boundaryEvent id="silence" attachedToRef="approve">
    <timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition>
  </boundaryEvent>
  <scriptTask id="count"><script>return {}</script></scriptTask>${END}<endEvent id="late"/>
  ${flow('begin', 'start', 'approve')}${flow('yes', 'approve', 'count').replace('/>', ' name="Yes"/>')}
  ${flow('no', 'approve', 'end').replace('/>', ' name="No"/>')}
  ${flow('counted', 'count', 'end')}${flow('too_late', 'silence', 'late')}`)

test('a task shows who gets it, its exits and when it is due; the chosen exit is taken', () => {
  const [task, timer] = play(approval, BEGINNING, []).waiting
  const token = task?.token ?? 0
  const submitted: Action = { kind: 'submit', token, exit: 'yes', values: { remark: 'fine' } }
  const after = play(approval, BEGINNING, [submitted])
  const [job] = after.waiting
  const done: Action = { kind: 'done', token: job?.token ?? 0, result: { sum: 3 } }

  expect(task).toMatchObject({
    element: 'approve',
    name: 'Approve',
    wait: 'task',
    who: 'group:crm/managers',
    due: '2026-03-02T09:00:00.000Z',
    exits: [
      { id: 'yes', name: 'Yes' },
      { id: 'no', name: 'No' },
    ],
  })
  expect(timer).toMatchObject({
    wait: 'timer',
    element: 'silence',
    due: '2026-03-04T09:00:00.000Z',
  })
  expect(after).toMatchObject({ standing: ['count'], passed: ['start', 'begin', 'approve', 'yes'] })
  expect(job).toMatchObject({ wait: 'job', awaited: 'script' })
  expect(play(approval, BEGINNING, [submitted, done])).toMatchObject({
    status: 'done',
    variables: { remark: 'fine', sum: 3 },
    waiting: [],
    log: expect.arrayContaining([{ kind: 'ended', state: 'done' }]),
  })
})

test('time passes until a timer is due', () => {
  const { now, log, status } = play(approval, BEGINNING, [
    { kind: 'pass', until: '2026-03-04T09:00:00.000Z' },
  ])

  expect({ now, status }).toEqual({ now: '2026-03-04T09:00:00.000Z', status: 'done' })
  expect(log).toContainEqual({ kind: 'cancelled', element: 'approve' })
})

test('a failed step is an incident that can be retried or skipped', () => {
  const [task] = play(approval, BEGINNING, []).waiting
  const first: Action[] = [{ kind: 'submit', token: task?.token ?? 0, exit: 'yes', values: {} }]
  const [job] = play(approval, BEGINNING, first).waiting
  const token = job?.token ?? 0
  const failed: Action[] = [...first, { kind: 'fail', token, message: 'no way' }]

  expect(play(approval, BEGINNING, failed).waiting).toMatchObject([
    { wait: 'incident', incident: 'no way' },
  ])
  expect(play(approval, BEGINNING, [...failed, { kind: 'skip', token }]).status).toBe('done')
  expect(play(approval, BEGINNING, [...failed, { kind: 'retry', token }]).waiting).toMatchObject([
    { wait: 'job' },
  ])
})

test('what is refused says why and changes nothing', () => {
  const { refused, standing } = play(approval, BEGINNING, [
    { kind: 'submit', token: 99, values: {} },
  ])

  expect(refused).toMatch(/nothing is waiting/)
  expect(standing).toEqual(['approve'])
})

const MESSAGE = '<messageEventDefinition messageRef="paid"/>'
const SIGNAL = '<signalEventDefinition signalRef="alarm"/>'

test.each([
  ['message', 'paid', MESSAGE],
  ['signal', 'alarm', SIGNAL],
] as const)('a %s that is awaited is sent', async (kind, name, definition) => {
  const program = await programOf(
    `${START}<intermediateCatchEvent id="on">${definition}</intermediateCatchEvent>${END}
    ${flow('begin', 'start', 'on')}${flow('over', 'on', 'end')}`,
    `<message id="paid" name="paid"/><signal id="alarm" name="alarm"/>`,
  )

  expect(play(program, BEGINNING, []).waiting).toMatchObject([{ wait: kind, awaited: name }])
  expect(play(program, BEGINNING, [{ kind, name, values: { sum: 1 } }])).toMatchObject({
    status: 'done',
    variables: { sum: 1 },
  })
})

test('an item gets the status that is awaited', async () => {
  const program = await load('element-status-wait')
  const [found] = play(program, BEGINNING, []).waiting
  const after = play(program, BEGINNING, [{ kind: 'status', token: found?.token ?? 0 }])

  expect(found).toMatchObject({ wait: 'status' })
  expect(after.refused).toBe('')
  expect(after.passed).toContain(found?.element)
})
