import type { Field } from '../../../fields/field-type.ts'
import { answer } from '../../../lists/answer.ts'
import { jsonColumns } from '../../../lists/json-columns.ts'
import { about, ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { gap, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import type { InstanceView } from '../instances/views.ts'
import { taskJson } from './task-source.ts'

const expression = (value: Sql) => () => value
const column = (name: string): Sql => sql`${ROW}.${raw(name)}`
const constant = (text: string) => expression(raw(text))
/** Sub-queries over tasks and history refer to the row of the list by this id. */
const ID = column('id')

const processOf = sql`(select jsonb_build_object('id', d.id, 'name', v.body ->> 'name',
    'namespace', d.namespace, 'code', d.code, 'version', v.number)
  from kontor.process_versions v join kontor.definitions d on d.id = v.template_id
  where v.template_id = ${column('template_id')} and v.number = ${column('version')})`

const parent = sql`(select jsonb_build_object('__id', p.id, '__name', p.name, '__state', p.state)
  from kontor.process_instances p where p.id = ${column('parent_id')})`

const task = about(taskJson, raw('k'))
const tasks = sql`coalesce((select jsonb_object_agg(k.id, ${task})
  from kontor.process_tasks k where k.instance_id = ${ID}), '{}')`

/** Users who were asked to read something, by the id of their list. */
const informLists = sql`coalesce((select jsonb_object_agg(e.list_id, e.data -> 'people')
  from kontor.docflow_entries e where e.instance_id = ${ID} and e.event = 'asked'
    and e.data ->> 'kind' = 'inform'), '{}')`

/** Users by the element they act or acted at. */
const performers = sql`coalesce((select jsonb_object_agg(e.element, e.people) from (
  select split_part(k.path, '/', 3) as element, jsonb_agg(distinct p) as people
  from kontor.process_tasks k cross join unnest(k.performers) p
  where k.instance_id = ${ID} group by 1) e), '{}')`

const currentPerformers = sql`(select array_agg(distinct p)
  from kontor.process_tasks k cross join unnest(k.performers) p
  where k.instance_id = ${ID} and k.ended_at is null)`

/** Visited elements and flows, by their names in the diagram, with counts. */
const flowHistory = sql`(select jsonb_build_object(
    'items', coalesce(jsonb_object_agg(s.element, s.times) filter (where s.what = 'entered'), '{}'),
    'transitions', coalesce(jsonb_object_agg(s.element, s.times) filter (where s.what = 'taken'), '{}'))
  from (select step ->> 0 as what, step ->> 2 as element, count(*) as times
    from kontor.process_history h cross join jsonb_array_elements(h.steps) step
    where h.instance_id = ${ID} and step ->> 0 in ('entered', 'taken')
    group by 1, 2) s)`

/** Columns of all instances, whatever their process. */
const systemColumns = sourceColumns([
  ['__id', 'ID', 'id'],
  ['__name', 'STRING', 'name'],
  ['__state', 'CODE', 'state'],
  ['__templateId', 'ID', 'template_id'],
  ['__template', 'JSON', expression(processOf)],
  ['__createdAt', 'DATETIME', 'created_at'],
  ['__createdBy', 'ID', 'created_by'],
  ['__updatedAt', 'DATETIME', 'updated_at'],
  ['__updatedBy', 'ID', 'updated_by'],
  ['__deletedAt', 'DATETIME', 'deleted_at'],
  ['__parent', 'JSON', expression(parent)],
  ['__parentId', 'ID', 'parent_id'],
  ['__item', 'REF', 'item'],
  ['__target', 'CODE', 'target'],
  ['__tasks', 'JSON', expression(tasks)],
  ['__performers', 'JSON', expression(performers)],
  ['__currentPerformers', 'SYS_USER', expression(currentPerformers), { single: false }],
  ['__flowHistory', 'JSON', expression(flowHistory)],
  ['__informLists', 'JSON', expression(informLists)],
  ['__subscribers', 'SYS_USER', 'subscribers', { single: false }],
  ['__logged', 'BOOLEAN', constant('true')],
  ['__notifyOnStart', 'BOOLEAN', constant('false')],
  ['__nameTemplate', 'JSON', constant('null::jsonb')],
  ['__debugUserId', 'JSON', constant('null::jsonb')],
  ['__fieldVisibilityConditions', 'JSON', constant(`'{}'::jsonb`)],
  [
    'cross_instance',
    'JSON',
    constant(`'{"is_cross_instance": false, "company_initiator": "", "parent_task": "",
      "parent_instance": "", "parent_branch": "", "parent_path": "", "callback": ""}'::jsonb`),
  ],
])

const order = [{ field: '__createdAt', ascending: true }]

/** The instances of one process, with its variables as fields. */
export const instancesOf = (fields: readonly Field[], where: Sql[]): Source => ({
  table: raw('kontor.process_instances'),
  where,
  order,
  columns: new Map([
    ...systemColumns,
    ...fields.map((field) => {
      const json = sql`(${column('context')} -> ${raw(`'${field.code}'`)})`
      return [field.code, { field, columns: jsonColumns(field, json) }] as const
    }),
  ]),
})

/** The instances of all processes: only the common columns. */
export const allInstances = (where: Sql[]): Source => ({
  table: raw('kontor.process_instances'),
  where,
  order,
  columns: systemColumns,
})

export type VersionedInstance = { instance: InstanceView; revision: number }

export const isOfProcess = (process: string): Sql => sql`t.template_id = ${process}::uuid`

/** About one object of another system. */
export const isAbout = (target: string): Sql => sql`t.target = ${target}`

/** The whole instance, over the row `t`: system keys win over variables of the same name. */
const wholeInstance = sql`(${column('context')} || (select to_jsonb(r.*)
  from (select ${answer(systemColumns, {}, new Map())}) r))`

/** One instance: PostgreSQL caches the plan for one id, unlike for a list of ids. */
export const selectInstance = template(sql<VersionedInstance>`
  select ${wholeInstance} as instance, t.revision from kontor.process_instances t
  where t.id = ${gap}`)

export const selectInstances = (ids: readonly string[]) => sql<VersionedInstance>`
  select ${wholeInstance} as instance, t.revision
    from unnest(${ids}::uuid[]) with ordinality i(id, place)
  join kontor.process_instances t on t.id = i.id order by i.place`
