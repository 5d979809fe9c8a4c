import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { diagram, END, flow, START } from './models/diagram.ts'
import { load } from './models/load.ts'
import { type Action, play } from './play.ts'
import { prepare } from './program.ts'

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
  const submitted: Action = { complete: token, exit: 'yes', values: { remark: 'fine' } }
  const after = play(approval, BEGINNING, [submitted])
  const [job] = after.waiting
  const done: Action = { done: job?.token ?? 0, result: { sum: 3 } }

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
    log: expect.arrayContaining([{ at: BEGINNING.at, kind: 'ended', text: 'done' }]),
  })
})

test('time passes until a timer is due', () => {
  const { now, log, status } = play(approval, BEGINNING, [{ pass: '2026-03-04T09:00:00.000Z' }])

  expect({ now, status }).toEqual({ now: '2026-03-04T09:00:00.000Z', status: 'done' })
  expect(log).toContainEqual({ at: now, kind: 'cancelled', element: 'approve' })
})

test('a failed step is an incident that can be retried or skipped', () => {
  const [task] = play(approval, BEGINNING, []).waiting
  const first: Action[] = [{ complete: task?.token ?? 0, exit: 'yes' }]
  const [job] = play(approval, BEGINNING, first).waiting
  const token = job?.token ?? 0
  const failed: Action[] = [...first, { fail: token, message: 'no way' }]

  expect(play(approval, BEGINNING, failed).waiting).toMatchObject([
    { wait: 'incident', incident: 'no way' },
  ])
  expect(play(approval, BEGINNING, [...failed, { skip: token }]).status).toBe('done')
  expect(play(approval, BEGINNING, [...failed, { retry: token }]).waiting).toMatchObject([
    { wait: 'job' },
  ])
})

test('what is refused says why and changes nothing', () => {
  const { refused, standing } = play(approval, BEGINNING, [{ complete: 99 }])

  expect(refused).toMatch(/nothing is waiting/)
  expect(standing).toEqual(['approve'])
})

const MESSAGE = '<messageEventDefinition messageRef="paid"/>'
const SIGNAL = '<signalEventDefinition signalRef="alarm"/>'

test.each<['message' | 'signal', string, string, Action]>([
  ['message', 'paid', MESSAGE, { message: 'paid', values: { sum: 1 } }],
  ['signal', 'alarm', SIGNAL, { signal: 'alarm', values: { sum: 1 } }],
])('a %s that is awaited is sent', async (kind, name, definition, sent) => {
  const program = await programOf(
    `${START}<intermediateCatchEvent id="on">${definition}</intermediateCatchEvent>${END}
    ${flow('begin', 'start', 'on')}${flow('over', 'on', 'end')}`,
    `<message id="paid" name="paid"/><signal id="alarm" name="alarm"/>`,
  )

  expect(play(program, BEGINNING, []).waiting).toMatchObject([{ wait: kind, awaited: name }])
  expect(play(program, BEGINNING, [sent])).toMatchObject({
    status: 'done',
    variables: { sum: 1 },
  })
})

test('an item gets the status that is awaited', async () => {
  const program = await load('element-status-wait')
  const [found] = play(program, BEGINNING, []).waiting
  const after = play(program, BEGINNING, [{ status: found?.token ?? 0 }])

  expect(found).toMatchObject({ wait: 'status' })
  expect(after.refused).toBe('')
  expect(after.passed).toContain(found?.element)
})

test('elements are named by their ids and exits by their names', () => {
  const { status, path } = play(approval, BEGINNING, [
    { complete: 'approve', exit: 'Yes' },
    { fail: 'count' },
    { retry: 'count' },
    { done: 'count' },
  ])

  expect({ status, path }).toEqual({ status: 'done', path: ['start', 'approve', 'count', 'end'] })
})

test('what happened has its time; the clock does not go back', () => {
  const { log, refused } = play(approval, BEGINNING, [
    { pass: 'P1D' },
    { pass: '2026-03-01T10:00:00Z' },
    { complete: 'approve', exit: 'no' },
  ])

  expect(log).toContainEqual({
    at: BEGINNING.at,
    kind: 'task',
    element: 'approve',
    text: 'group:crm/managers',
    due: '2026-03-02T09:00:00.000Z',
  })
  expect(log.at(-1)).toEqual({ at: '2026-03-02T09:00:00.000Z', kind: 'ended', text: 'done' })
  expect(refused).toContain('the clock cannot go back to 2026-03-01T10:00:00.000Z')
})

test('a timer that repeats for ever does not run for ever', async () => {
  const program = await programOf(`${START}<userTask id="work"/>
    <boundaryEvent id="tick" attachedToRef="work" cancelActivity="false">
      <timerEventDefinition><timeCycle>R/PT1S</timeCycle></timerEventDefinition>
    </boundaryEvent><endEvent id="ticked"/>${END}
    ${flow('begin', 'start', 'work')}${flow('over', 'work', 'end')}${flow('on', 'tick', 'ticked')}`)

  expect(play(program, BEGINNING, [{ pass: 'P1Y' }]).refused).toContain('the run is too long')
})
