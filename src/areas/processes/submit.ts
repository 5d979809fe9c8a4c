import type { FormField, Node } from '../../engine/model.ts'
import type { Values } from '../../engine/state.ts'
import { checkCodes, wrongValues } from '../../fields/values.ts'
import { invalid } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import type { Context } from '../../platform/context.ts'
import { exitsOf, findExit, unknownExit } from './exits.ts'
import { moveInstance } from './move.ts'
import { submitPlain } from './plain/done.ts'
import { lockPlain } from './plain/store.ts'
import { getPublished, type Published } from './published.ts'
import { type Instance, lockInstance } from './store/instances.ts'
import { findTask, type Task } from './store/tasks.ts'
import { mayOnTask, NOBODYS_TASK } from './task-rights.ts'
import { readChanges, requireNamed } from './variables.ts'

export type Submission = {
  exitId?: string | undefined
  instanceId?: string | undefined
  context: Record<string, unknown>
  comment: string
}

/** Completes a task: its process continues along the exit, once, even if several users try. */
export async function submitTask(ctx: Context, id: string, submission: Submission): Promise<void> {
  const { task, instance } = await lockTask(ctx, id, submission.instanceId)
  requireOpen(task)
  if (!instance) return submitPlain(ctx, task, submission)
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const exit = exitOf(published, task, submission.exitId)
  checkCodes(ctx, submission.context, published.byCode)
  const values = readForm(published, { task, instance, exit, given: submission.context })
  const before = { ...instance.context, ...task.locals }
  await requireNamed(ctx, published.byCode, { values, before })
  const { comment } = submission
  const event = {
    type: 'submitted',
    token: task.token,
    values,
    actor: ctx.user.id,
    ...(exit !== undefined && { exit }),
    ...(comment !== '' && { comment }),
  } as const
  const about = { task: id, exit, comment, changed: Object.keys(values) }
  const refused = await moveInstance(ctx, instance, event, about)
  if (refused !== undefined) throw invalid(refused)
}

/** A plain task has no instance. */
export type Locked = { task: Task; instance: Instance | undefined }

/** Locks the instance of a task, or the plain task itself, for a user who may act on it. */
export async function lockTask(
  ctx: Context,
  id: string,
  instanceId: string | undefined,
): Promise<Locked> {
  const [instance, , task] = await Promise.all([
    lockInstance(ctx.db, 'task', id),
    lockPlain(ctx.db, id),
    findTask(ctx.db, id),
  ])
  const locked = await requireObject({
    kind: 'task',
    id,
    found: task && { task, instance },
    placeholder: { task: NOBODYS_TASK },
    right: 'act',
    refusal: 'only a performer of the task, a superior or an administrator may do this',
    may: (right, each) => mayOnTask(ctx, right, each.task),
  })
  const { instance_id } = locked.task
  if (instanceId !== undefined && instanceId !== instance_id) {
    throw invalid(`the task belongs to the instance ${instance_id}, not to ${instanceId}`)
  }
  return locked
}

export function requireOpen({ state }: Task): void {
  if (state === 'closed') throw invalid('the task is already closed')
  if (state === 'cancel') throw invalid('the task was withdrawn')
}

/** The exit with this id; undefined if the caller leaves it to the task. */
function exitOf(published: Published, task: Task, exitId: string | undefined): string | undefined {
  if (exitId === undefined) return undefined
  const exit = findExit(published, task, exitId)
  if (exit === undefined) throw unknownExit(exitsOf(published, task))
  return exit
}

type Form = {
  task: Task
  instance: Instance
  exit: string | undefined
  given: Record<string, unknown>
}

/** The variables that the form asks for. Other and read-only ones are ignored. */
function readForm(published: Published, { task, instance, exit, given }: Form): Values {
  const { program, byCode } = published
  const node: Node = program.node(task.node)
  const flow = exit === undefined ? undefined : program.model.flows[exit]
  const form: FormField[] = [...node.form, ...(flow?.exit.form ?? [])]
  const asked = new Set(form.filter(({ readonly }) => !readonly).map(({ code }) => code))
  const wanted = Object.entries(given).filter(([code]) => byCode.has(code) && asked.has(code))
  const values = readChanges(byCode, Object.fromEntries(wanted))
  if (flow?.exit.skipCheck) return values
  const all = { ...instance.context, ...task.locals, ...values }
  const missing = form.filter(({ code, required }) => required && isEmpty(all[code]))
  if (missing.length === 0) return values
  const details = missing.map(({ code }) => ({ path: code, message: 'a value is required' }))
  throw wrongValues(details)
}

/** A text of blanks counts as empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
