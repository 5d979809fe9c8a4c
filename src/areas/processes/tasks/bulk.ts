import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { runEach } from '../run-each.ts'
import { submitTask } from '../submit.ts'
import { reassignTask } from '../task-changes.ts'
import { getForm, getTask } from '../tasks.ts'
import { type ReminderInput, remind } from './reminders.ts'

/** Runs another transaction: each locks one task, however many are changed. */
type Write = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
type Outcome = { done: string[]; errors: Record<string, string> }

export function submitMany(
  write: Write,
  tasks: readonly { id: string; exitId: string }[],
  comment: string,
): Promise<Outcome> {
  const exits = new Map(tasks.map(({ id, exitId }) => [id, exitId]))
  if (exits.size < tasks.length) throw invalid('field "tasks": a task is named twice')
  return each([...exits.keys()], (id) =>
    write(async (ctx) => {
      const exitId = exits.get(id) ?? ''
      await requireNoForm(ctx, id, exitId)
      await submitTask(ctx, id, { exitId, context: {}, comment })
    }),
  )
}

/** Tasks with a form cannot be completed in bulk, because nobody has seen it. */
async function requireNoForm(ctx: Context, id: string, exitId: string): Promise<void> {
  const form = await getForm(ctx, await getTask(ctx, id))
  if (form.ofExit(exitId).every(({ readonly }) => readonly)) return
  throw invalid('this exit asks for something to be filled in: open the task')
}

export const reassignMany = (
  write: Write,
  { ids, userId, comment }: { ids: readonly string[]; userId: string; comment: string },
): Promise<Outcome> =>
  each(ids, (id) =>
    write((ctx) => reassignTask(ctx, { id, instanceId: undefined, comment }, userId)),
  )

export const remindOfMany = (
  write: Write,
  { ids, ...wanted }: { ids: readonly string[] } & ReminderInput,
): Promise<Outcome> => each(ids, (id) => write((ctx) => remind(ctx, id, wanted)))

async function each(ids: readonly string[], act: (id: string) => Promise<void>): Promise<Outcome> {
  const { errors } = await runEach(ids, act)
  return { done: [...new Set(ids)].filter((id) => !Object.hasOwn(errors, id)), errors }
}
