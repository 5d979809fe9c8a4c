import type { FormField } from '../../../engine/model.ts'
import { describeField } from '../../../fields/metadata.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Context } from '../../../platform/context.ts'
import { nameItems } from '../../apps/lists.ts'
import { listHappened } from '../../audit/service.ts'
import { findReadableFiles } from '../../disk/lists.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import { showClocksOfTasks, type Timed } from '../clocks/view.ts'
import type { OfferedExit } from '../exits.ts'
import { getPlain, type Plain } from '../plain/store.ts'
import { findReminder } from '../store/task-reminders.ts'
import { isEmpty } from '../submit.ts'
import { mayOnTask } from '../task-rights.ts'
import { getForm, getTask, listExits, listTasksById, showTask, type Task } from '../tasks.ts'
import type { FieldOfForm, PlainPart, QuickExits, TaskForm } from './form-operations.ts'
import type { Task as TaskView } from './operations.ts'

/** Everything that the page of a task shows, for users who may see the task. */
export async function showForm(ctx: Context, id: string): Promise<TaskForm> {
  const task = await getTask(ctx, id)
  const [form, view, exits, happened, timed, plain, shown, mayAct] = await Promise.all([
    getForm(ctx, task),
    showTask(ctx, task),
    listExits(ctx, task),
    listHappened(ctx, `task:${id}`),
    showClocksOfTasks(ctx, [id]),
    task.kind === 'plain' ? getPlain(ctx.db, id) : undefined,
    readBeside(ctx, task),
    mayOnTask(ctx, 'act', task),
  ])
  const people = await listPeopleByName(ctx, [
    ...task.performers,
    ...task.participants,
    ...(plain?.checklist.flatMap(({ doneBy }) => doneBy ?? []) ?? []),
    task.created_by,
    ...happened.flatMap(({ actor }) => actor ?? []),
  ])
  const named = (user: string) => ({ id: user, name: people.get(user) ?? '' })
  const toFields = (fields: readonly FormField[]) => fields.flatMap((field) => toField(form, field))
  return {
    task: toShown(task, { ...shown, view: view.parse<TaskView>(), named }),
    plain: plain ? await toPlain(ctx, task, { plain, named }) : null,
    fields: toFields(form.fields),
    exits: exits.map((exit) => toExit(exit, toFields(form.ofExit(exit.id)))),
    canSubmit: exits.length > 0 && mayAct,
    ...(timed.get(id) ?? UNTIMED),
    history: happened.map(({ at, actor, type, data }) => ({
      at,
      by: actor === null ? null : named(actor),
      what: type.replace(/^task\./, ''),
      comment: typeof data.comment === 'string' ? data.comment : '',
    })),
  }
}

const UNTIMED: Timed = { clocks: [], suspendedAt: null }

/** The fields of a task's form, with their current values. */
export async function listFormFields(ctx: Context, task: Task): Promise<FieldOfForm[]> {
  const form = await getForm(ctx, task)
  return form.fields.flatMap((field) => toField(form, field))
}

type Beside = { itemName: string; reminder: Awaited<ReturnType<typeof findReminder>> }

/** Data of a task page that is stored elsewhere. */
async function readBeside(ctx: Context, task: Task): Promise<Beside> {
  const [item] = task.item ?? []
  const [names, reminder] = await Promise.all([
    item ? nameItems(ctx, [item]) : new Map<string, string>(),
    findReminder(ctx.db, { user: ctx.user.id, task: task.id }),
  ])
  return { itemName: (item && names.get(item.id)) ?? '', reminder }
}

type Shown = Beside & { view: TaskView; named: (user: string) => { id: string; name: string } }

function toShown(task: Task, { view, named, itemName, reminder }: Shown): TaskForm['task'] {
  const [item] = task.item ?? []
  return {
    id: task.id,
    name: view.__name,
    description: view.description,
    state: task.state,
    dueAt: task.due_at?.toISOString() ?? null,
    percent: task.percent,
    author: named(task.created_by),
    performers: task.performers.map(named),
    processName: view.template,
    instanceId: task.instance_id,
    elementId: task.node,
    item: item ? { ...item, name: itemName } : null,
    priority: task.priority,
    watchers: task.participants.map(named),
    snoozedUntil: reminder.snoozed_until?.toISOString() ?? null,
    followUpAt: reminder.follow_up_at?.toISOString() ?? null,
  }
}

async function toPlain(
  ctx: Context,
  { created_by }: Task,
  { plain, named }: { plain: Plain; named: Shown['named'] },
): Promise<PlainPart> {
  return {
    checklist: plain.checklist.map((entry) => ({
      ...entry,
      doneBy: entry.doneBy === null ? null : named(entry.doneBy),
    })),
    files: await listReadable(ctx, plain.files),
    repeats: plain.repeats,
    canChange: created_by === ctx.user.id || ctx.user.isAdministrator,
  }
}

/** Files in the trash are omitted. */
async function listReadable(ctx: Context, ids: readonly string[]): Promise<PlainPart['files']> {
  const files = await findReadableFiles(ctx, ids)
  return files.map(({ __id, __name, size, __createdBy }) => ({
    id: __id,
    name: __name,
    size,
    by: __createdBy,
  }))
}

type Form = Awaited<ReturnType<typeof getForm>>

/** A form field without a variable is omitted. */
function toField({ byCode, values }: Form, field: FormField): FieldOfForm[] {
  const variable = byCode.get(field.code)
  if (!variable) return []
  const { type, data, array, single } = describeField(variable, fieldTypeOf(variable.type))
  return [
    {
      code: field.code,
      name: field.name || variable.name,
      type,
      required: field.required,
      readonly: field.readonly,
      data,
      array,
      single,
      value: values[field.code] ?? null,
    },
  ]
}

const toExit = (
  { id, name, skipCheck, confirm, confirmText, buttonClass }: OfferedExit,
  fields: FieldOfForm[],
): TaskForm['exits'][number] => ({
  id,
  name,
  skipCheck,
  confirm: confirm === 'none' ? null : confirmText,
  buttonClass,
  fields,
})

/** The exits shown beside each task in lists. */
export async function listQuickExits(ctx: Context, ids: readonly string[]): Promise<QuickExits[]> {
  const found: QuickExits[] = []
  const timed = await showClocksOfTasks(ctx, ids)
  for (const task of await listTasksById(ctx, ids)) {
    const exits = (await mayOnTask(ctx, 'act', task)) ? await listExits(ctx, task) : []
    if (exits.length === 0) continue
    const { clocks, suspendedAt } = timed.get(task.id) ?? UNTIMED
    const quick = await toQuick(ctx, task, exits)
    found.push({ id: task.id, sla: worstOf(clocks), suspendedAt, exits: quick })
  }
  return found
}

function worstOf(clocks: Timed['clocks']): QuickExits['sla'] {
  if (clocks.some(({ breachedAt }) => breachedAt)) return 'breached'
  return clocks.some(({ warnedAt }) => warnedAt) ? 'atRisk' : null
}

async function toQuick(
  ctx: Context,
  task: Task,
  exits: readonly OfferedExit[],
): Promise<QuickExits['exits']> {
  const { fields, values } = await getForm(ctx, task)
  const isMissing = fields.some(({ code, required }) => required && isEmpty(values[code]))
  return exits.map(({ id, name, buttonClass, confirm, confirmText, formFields, skipCheck }) => ({
    id,
    name,
    buttonClass,
    confirm: confirm === 'none' ? null : confirmText,
    needsForm: formFields.length > 0 || (isMissing && !skipCheck),
  }))
}
