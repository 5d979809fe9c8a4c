import type { FormField } from '../../engine/model.ts'
import type { Values } from '../../engine/state.ts'
import { notFound } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import { findExit, type OfferedExit, offeredExits } from './exits.ts'
import { plainExits } from './plain/exits.ts'
import { getShown, type Published } from './published.ts'
import { findProgress } from './store/task-changes.ts'
import { tasksSource } from './store/task-source.ts'
import * as store from './store/tasks.ts'
import { contextOf } from './targets.ts'
import { mayOnTask, NOBODYS_TASK } from './task-rights.ts'
import { listTranslators, translatorOf } from './texts.ts'

export type { Task } from './store/tasks.ts'

/** A task that the caller may read. */
export async function getTask(ctx: Context, id: string): Promise<store.Task> {
  return requireObject({
    kind: 'task',
    id,
    found: await store.findTask(ctx.db, id),
    placeholder: NOBODYS_TASK,
    may: (right, task) => mayOnTask(ctx, right, task),
  })
}

export const listTasksById = (ctx: Context, ids: readonly string[]): Promise<store.Task[]> =>
  store.listTasks(ctx.db, ids)

/** The ids of all tasks of an instance, in any state. */
export const listTaskIds = (ctx: Context, instance: string): Promise<string[]> =>
  store.findTasksOf(ctx.db, instance)

/** A task as clients see it. */
export async function showTask(ctx: Context, { id }: store.Task): Promise<JsonText> {
  const { row } = await list(ctx.db, tasksSource, ListRequest.parse({ ids: [id] }))
  return (await rowTranslator(ctx))(row)
}

type Row = {
  __name?: string
  template?: string
  templateNsAndCode?: string
  instance?: { namespace?: string; code?: string }
}

/** Tasks are stored with the texts of their diagrams and translated for readers. */
export async function rowTranslator(ctx: Context): Promise<(row: JsonText) => JsonText> {
  if (ctx.language === undefined) return (row) => row
  const sayings = await listTranslators(ctx)
  return (row) => {
    const task = row.parse<Row>()
    const { __name, template, instance } = task
    // Both keys may be missing if few fields were requested.
    const path = task.templateNsAndCode ?? `${instance?.namespace ?? ''}:${instance?.code ?? ''}`
    const [namespace = '', code = ''] = path.split(':')
    if (code === '') return row
    const { say, name } = sayings(namespace, code)
    return JsonText.of({
      ...task,
      ...(__name !== undefined && { __name: say(__name) }),
      ...(template !== undefined && { template: name ?? template }),
    })
  }
}

/** The fields of a task's form and of its exits, with their current values. */
export type TaskFormat = {
  fields: readonly FormField[]
  ofExit(id: string): readonly FormField[]
  byCode: Published['byCode']
  values: Values
}

const NO_FORM: TaskFormat = { fields: [], ofExit: () => [], byCode: new Map(), values: {} }

export async function getForm(ctx: Context, task: store.Task): Promise<TaskFormat> {
  if (task.kind === 'plain') return NO_FORM
  const progress = await findProgress(ctx.db, task.instance_id)
  if (!progress) throw notFound('process instance', task.instance_id)
  const published = await getShown(ctx, progress.template_id, progress.version)
  const { model } = published.program
  const state = { control: progress.control, variables: progress.context }
  return {
    fields: model.nodes[task.node]?.form ?? [],
    ofExit: (id) => model.flows[findExit(published, task, id) ?? '']?.exit.form ?? [],
    byCode: published.byCode,
    values: { ...contextOf(state, task.token), ...task.locals },
  }
}

/** The exits that can be taken now. */
export async function listExits(ctx: Context, task: store.Task): Promise<OfferedExit[]> {
  const isOpen = task.state === 'assignment' || task.state === 'in_progress'
  if (!isOpen) return []
  if (task.kind === 'plain') return plainExits(task, translatorOf({}, ctx.language))
  const progress = await findProgress(ctx.db, task.instance_id)
  if (!progress) return []
  const published = await getShown(ctx, progress.template_id, progress.version)
  const state = { control: progress.control, variables: progress.context }
  return offeredExits(published, task, contextOf(state, task.token))
}
