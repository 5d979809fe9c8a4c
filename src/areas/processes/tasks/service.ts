import type { Context } from '../../../platform/context.ts'
import * as changes from '../task-changes.ts'
import { getTask, listExits, taskText } from '../tasks.ts'
import { listFormFields } from './form.ts'
import { withoutBlanks } from './lists.ts'
import type { Exit } from './operations.ts'

/** As JSON text, ready to be sent, with what the form of the task asks for. */
export async function readTask(ctx: Context, id: string): Promise<string> {
  const task = await getTask(ctx, id)
  const [text, fields] = await Promise.all([taskText(ctx, task), listFormFields(ctx, task)])
  return `${withoutBlanks(text).slice(0, -1)},"formFields":${JSON.stringify(fields)}}`
}

export async function readExits(ctx: Context, id: string): Promise<Exit[]> {
  const task = await getTask(ctx, id)
  return listExits(ctx, task)
}

type Wanted = {
  planStart?: string | null | undefined
  planEnd?: string | null | undefined
  dueDate?: string | null | undefined
}

export async function changeDates(
  ctx: Context,
  change: changes.TaskChange,
  { planStart, planEnd, dueDate }: Wanted,
): Promise<void> {
  await changes.changeDates(ctx, change, {
    plan_start: toDate(planStart),
    plan_end: toDate(planEnd),
    due_at: toDate(dueDate),
  })
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : (text as null))
