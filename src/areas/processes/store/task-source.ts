import { containing } from '../../../fields/kinds/like.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { answer } from '../../../lists/answer.ts'
import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { and, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { taskFacts } from './task-rows.ts'

const expression = (value: Sql) => () => value
const column = (name: string): Sql => sql`${ROW}.${raw(name)}`
const constant = (text: string) => expression(raw(text))

/** A plain task has an instance id of zeros: programs rely on the key. */
const instance = sql`jsonb_build_object(
  '__id', coalesce(${column('instance_id')}, ${raw(`'${NIL_ID}'::uuid`)}),
  'code', ${column('template_code')}, '__name', ${column('instance_name')},
  'namespace', ${column('template_namespace')})`

/** A task as clients see it, in lists and elsewhere. */
export const taskColumns = sourceColumns([
  ['__id', 'ID', 'id'],
  ['__name', 'STRING', 'name'],
  ['state', 'CODE', 'state'],
  ['template', 'STRING', 'template_name'],
  [
    'templateNsAndCode',
    'CODE',
    expression(sql`(case when ${column('instance_id')} is null then ''
      else ${column('template_namespace')} || ':' || ${column('template_code')} end)`),
  ],
  ['instance', 'JSON', expression(instance)],
  ['path', 'CODE', 'path'],
  ['branch', 'ID', 'branch'],
  ['performers', 'SYS_USER', 'performers', { single: false }],
  ['originalPerformers', 'SYS_USER', 'original_performers', { single: false }],
  [
    'reassignes',
    'SYS_USER',
    expression(sql`nullif(${column('former_performers')}, '{}')`),
    { single: false },
  ],
  ['participants', 'SYS_USER', 'participants', { single: false }],
  ['allowReassign', 'BOOLEAN', 'can_reassign'],
  ['__item', 'REF', 'item'],
  ['__target', 'CODE', 'target'],
  ['__targetData', 'JSON', constant('null::jsonb')],
  ['dueDate', 'DATETIME', 'due_at'],
  ['planStart', 'DATETIME', 'plan_start'],
  ['planEnd', 'DATETIME', 'plan_end'],
  ['timerId', 'ID', 'timer_id'],
  ['__percent', 'FLOAT', 'percent'],
  ['priority', 'INTEGER', 'priority'],
  ['description', 'STRING', 'description'],
  ['place', 'STRING', constant(`''`)],
  ['externalParticipants', 'JSON', constant('null::jsonb')],
  ['companies', 'JSON', constant('null::jsonb')],
  ['detachedInfo', 'JSON', constant('null::jsonb')],
  ['openRef', 'BOOLEAN', constant('false')],
  ['__context', 'JSON', constant(`'[]'::jsonb`)],
  ['url', 'STRING', constant(`''`)],
  ['exit', 'CODE', 'exit'],
  ['__logged', 'BOOLEAN', constant('true')],
  ['__createdAt', 'DATETIME', 'created_at'],
  ['__createdBy', 'ID', 'created_by'],
  ['__updatedAt', 'DATETIME', 'updated_at'],
  ['__updatedBy', 'ID', 'updated_by'],
  ['__deletedAt', 'DATETIME', 'deleted_at'],
])

/** Every task there is: lists narrow it to what the caller may see. @public */
export const tasksSource: Source = {
  table: raw('kontor.process_tasks'),
  columns: taskColumns,
  where: [raw('t.deleted_at is null')],
  order: [{ field: '__createdAt', ascending: true }],
}

const LIVE = tasksSource.where

/** Lists also show the reader's own reminders. */
export const listedColumns = new Map([
  ...taskColumns,
  ...sourceColumns([
    ['snoozedUntil', 'DATETIME', 'snoozed_until'],
    ['followUpAt', 'DATETIME', 'follow_up_at'],
  ]),
])

const withReminders = (reader: string): Sql =>
  sql`select t.*, m.snoozed_until, m.follow_up_at from ${tasksSource.table} t
    left join kontor.task_reminders m on m.task_id = t.id and m.user_id = ${reader}::uuid`

export const tasksWhere = (reader: string, where: readonly Sql[]): Source => ({
  ...tasksSource,
  columns: listedColumns,
  table: sql`(${withReminders(reader)})`,
  where: [...LIVE, ...where],
})

/**
 * `offset 0` makes the planner find these tasks first. Otherwise it walks through everybody's tasks in the
 * requested order, because it does not know how few are selected.
 */
export const tasksFoundFirst = (reader: string, where: readonly Sql[]): Source => ({
  ...tasksSource,
  columns: listedColumns,
  table: sql`(${withReminders(reader)} where ${and([...LIVE, ...where])} offset 0)`,
  where: [],
})

export const IS_OPEN = raw('t.ended_at is null')
export const IS_OVER = raw('t.ended_at is not null')

/** An open task behind its deadline, or one completed after it. The only definition of late. */
export const isLate = (at: Date): Sql => sql`t.due_at < coalesce(t.ended_at, ${at}::timestamptz)`

/** Tasks without a deadline are never late. */
export const isInTime = (at: Date): Sql => sql`not coalesce(${isLate(at)}, false)`

export const endedAfter = (since: string): Sql => sql`t.ended_at >= ${since}::timestamptz`

export const isAtElement = (element: string): Sql => sql`t.node = ${element}`

/** The item of a task: its app and its id. */
export const itemOfTask = {
  app: raw("concat(t.item -> 0 ->> 'namespace', '/', t.item -> 0 ->> 'code')"),
  id: raw("(t.item -> 0 ->> 'id')::uuid"),
}

/** Every word occurs in the name of the task, its instance or its item, or in its description. */
export const saysAll = (words: readonly string[], itemName: Sql): Sql =>
  sql`concat_ws(${'\n'}::text, t.name, t.instance_name, t.description, ${itemName})
    ilike all(${words.map(containing)}::text[])`

/** Tasks that the reader snoozed, or all others. */
export function isSnoozed(reader: string, { at, is }: { at: Date; is: boolean }): Sql {
  const found = sql`exists (select from kontor.task_reminders m
    where m.task_id = t.id and m.user_id = ${reader}::uuid and m.snoozed_until > ${at})`
  return is ? found : sql`not ${found}`
}

export const isBy = (author: string): Sql => sql`t.created_by = ${author}::uuid`

/** Tasks in which a user helps without having to do them. */
export const isHelpedBy = (user: string): Sql =>
  sql`${taskFacts.helpers.hasAny([user])} and not ${taskFacts.performers.hasAny([user])}`

/** Keys that most tasks do not have are omitted. */
const blanks = sql`array_remove(array[
  case when ${column('participants')} = '{}' then 'participants' end,
  case when ${column('exit')} is null then 'exit' end], null)`

/** The whole task as JSON, over the row `t`. */
export const taskJson = sql`(select row_to_json(r.*)::jsonb - ${blanks}
  from (select ${answer(taskColumns, {}, new Map())}) r)`
