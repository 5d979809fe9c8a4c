import type { JsonText } from '../../../lib/json-text.ts'
import type { Context } from '../../../platform/context.ts'
import * as changes from '../task-changes.ts'
import { getTask, listExits, showTask } from '../tasks.ts'
import { listFormFields } from './form.ts'
import { withoutBlanks } from './lists.ts'
import type { Exit } from './operations.ts'

/** Includes the fields of the task's form. */
export async function readTask(ctx: Context, id: string): Promise<JsonText> {
  const task = await getTask(ctx, id)
  const [shown, formFields] = await Promise.all([showTask(ctx, task), listFormFields(ctx, task)])
  return withoutBlanks(shown).with({ formFields })
}

export async function readExits(ctx: Context, id: string): Promise<Exit[]> {
  const task = await getTask(ctx, id)
  return listExits(ctx, task)
}

type Schedule = {
  planStart?: string | null | undefined
  planEnd?: string | null | undefined
  dueDate?: string | null | undefined
}

export async function changeDates(
  ctx: Context,
  change: changes.TaskChange,
  { planStart, planEnd, dueDate }: Schedule,
): Promise<void> {
  await changes.changeDates(ctx, change, {
    plan_start: toDate(planStart),
    plan_end: toDate(planEnd),
    due_at: toDate(dueDate),
  })
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : (text as null))
