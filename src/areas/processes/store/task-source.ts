import { answer } from '../../../lists/answer.ts'
import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { and, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { taskFacts } from './task-rows.ts'

const expression = (value: Sql) => () => value
const column = (name: string): Sql => sql`${ROW}.${raw(name)}`
const constant = (text: string) => expression(raw(text))

const instance = sql`jsonb_build_object('__id', ${column('instance_id')},
  'code', ${column('template_code')}, '__name', ${column('instance_name')},
  'namespace', ${column('template_namespace')})`

/** A task as clients know it, for lists of tasks and wherever else tasks are shown. */
export const taskColumns = sourceColumns([
  ['__id', 'ID', 'id'],
  ['__name', 'STRING', 'name'],
  ['state', 'CODE', 'state'],
  ['template', 'STRING', 'template_name'],
  [
    'templateNsAndCode',
    'CODE',
    expression(sql`(${column('template_namespace')} || ':' || ${column('template_code')})`),
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

export const tasksWhere = (where: readonly Sql[]): Source => ({
  ...tasksSource,
  where: [...LIVE, ...where],
})

/**
 * `offset 0` keeps the planner from walking through the tasks of everybody in the wanted order, which
 * it takes for cheap when it does not know how few of them are meant.
 */
export const tasksFoundFirst = (where: readonly Sql[]): Source => ({
  ...tasksSource,
  table: sql`(select * from ${tasksSource.table} t where ${and([...LIVE, ...where])} offset 0)`,
  where: [],
})

export const IS_OPEN = raw('t.ended_at is null')
export const IS_OVER = raw('t.ended_at is not null')

export const isBy = (author: string): Sql => sql`t.created_by = ${author}::uuid`

/** Tasks in which somebody helps without having to do them. */
export const isHelpedBy = (user: string): Sql =>
  sql`${taskFacts.helpers.hasAny([user])} and not ${taskFacts.performers.hasAny([user])}`

/** What most tasks do not have is left out. */
const blanks = sql`array_remove(array[
  case when ${column('participants')} = '{}' then 'participants' end,
  case when ${column('exit')} is null then 'exit' end], null)`

/** The whole task as JSON, over the row `t`. */
export const taskJson = sql`(select row_to_json(r)::jsonb - ${blanks}
  from (select ${answer(taskColumns, {}, new Map())}) r)`
