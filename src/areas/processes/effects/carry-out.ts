import type { Effect } from '../../../engine/effects.ts'
import { newId } from '../../../lib/ids.ts'
import type { Move } from '../move.ts'
import { dropJobs } from '../rows.ts'
import { cancelChild, escalate, reportEnd, startChild } from './children.ts'
import { cancelJob, enqueueJob, sendMessage, sendSignal, setTimer } from './jobs.ts'
import { operate } from './operate.ts'
import { answerSheet, closeSheet, endSheets, openSheet, sign, withdrawSheet } from './sheets.ts'
import { subscribe } from './subscriptions.ts'
import { cancelTask, closeTask, createTask } from './tasks.ts'

export type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>

type Handlers = {
  [Type in Effect['type']]: (move: Move, effect: EffectOf<Type>) => void | Promise<void>
}

const handlers: Handlers = {
  entered: trace,
  left: trace,
  cancelled: trace,
  taken: ({ steps }, { token, flow }) => void steps.push(['taken', token, flow]),
  moved: ({ steps }, { token, to }) => void steps.push(['moved', token, to]),
  'task.create': createTask,
  'task.close': closeTask,
  'task.cancel': cancelTask,
  operation: operate,
  job: enqueueJob,
  'job.cancel': cancelJob,
  'timer.arm': setTimer,
  'timer.cancel': ({ rows, instance }, { token }) => dropJobs(rows, instance.id, token),
  subscribe,
  unsubscribe: ({ rows }, { token }) => {
    rows.subscriptions.delete(token)
    rows.droppedSubscriptions.add(token)
  },
  message: sendMessage,
  signal: sendSignal,
  'child.start': startChild,
  'child.cancel': cancelChild,
  escalation: escalate,
  'sheet.open': openSheet,
  'sheet.answer': answerSheet,
  'sheet.withdraw': withdrawSheet,
  'sheet.close': closeSheet,
  signature: sign,
  'incident.raise': ({ rows }, { token, node, incident }) =>
    void rows.incidents.set(token, { id: newId(), token, node, ...incident }),
  'incident.clear': ({ rows }, { token }) => {
    if (!rows.incidents.delete(token)) rows.closedIncidents.add(token)
  },
  continue: ({ rows, instance }) =>
    void rows.jobs.push({
      instance_id: instance.id,
      token: 0,
      kind: 'continue',
      max_attempts: 1,
      payload: {},
    }),
  ended: async (move, effect) => {
    reportEnd(move, effect)
    await endSheets(move, effect)
  },
}

/** Carries out an effect of the engine, or adds it to the rows written at the end of the move. */
export async function carryOut(move: Move, effect: Effect): Promise<void> {
  await (handlers[effect.type] as (move: Move, effect: Effect) => void | Promise<void>)(
    move,
    effect,
  )
}

function trace(
  { steps }: Move,
  { type, token, node, run }: EffectOf<'entered' | 'left' | 'cancelled'>,
): void {
  steps.push(run === undefined ? [type, token, node] : [type, token, node, run])
}
