import { z } from 'zod'
import { compact } from '../size.ts'
import { closed, dryRun, Id, idempotencyKey, placeOf, tool } from '../tool.ts'

const values = z.record(z.string(), z.unknown()).optional()

export const completeTask = tool({
  name: 'kontor_complete_task',
  title: 'Complete a task',
  description:
    'Complete a task through one of its exits. Read the task first: its exits and form say what can be sent. An exit may commit money or sign: ask the person before.',
  does: 'change',
  scope: 'tasks:write',
  input: closed({
    task: Id,
    exit: z
      .string()
      .max(200)
      .optional()
      .describe('id of the exit; may be left out if there is one'),
    values: values.describe('values of the form'),
    comment: z.string().max(10_000).optional(),
    dryRun,
  }),
  run: async (connect, { task, exit, values: context, comment, dryRun }) => {
    await connect({ dryRun }).tasks.submit({
      params: { id: task },
      input: { exitId: exit, context, comment },
    })
    return dryRun ? { dryRun: 'nothing was stored' } : { completed: task }
  },
})

export const startProcess = tool({
  name: 'kontor_start_process',
  title: 'Start a process',
  description:
    'Start a business process that kontor_describe lists. With the path of the process it says which values it takes.',
  does: 'add',
  scope: 'bpm:write',
  input: closed({
    process: z
      .string()
      .regex(/^[\w.]+\/\w+$/, 'expected the path of a process')
      .max(400),
    values: values.describe('variables of the process; __item is the item it is about'),
    idempotencyKey,
  }),
  run: async (connect, { process, values: context, idempotencyKey }) => {
    const started = await connect({ idempotencyKey }).bpm.run({
      params: placeOf(process),
      input: { context },
    })
    return { instance: compact(started.context) }
  },
})
