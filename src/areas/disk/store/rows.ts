import { idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { ROW } from '../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'

const ID = sql`${ROW}.id`
const DIRECTORY = sql`${ROW}.directory_id`
const isLive = sql`${ROW}.deleted_at is null`

/** The ids of these directories and of all that lie in them. */
const within = (roots: readonly string[]): Sql =>
  sql`select unnest(${roots}::uuid[]) union all
    select d.id from kontor.directories d where d.ancestors && ${roots}::uuid[]`

/** A directory is named by the ids of all that it lies in, and its own. */
export const directoryRows: Rows = {
  table: raw('kontor.all_directories'),
  key: ID,
  isLive,
  facts: {
    path: {
      values: sql`${ROW}.id || ${ROW}.ancestors`,
      hasAny: (roots) => sql`${ID} in (${within(roots)})`,
    },
  },
}

/** The files of tasks without a process. */
const filesOf = (tasks: Sql): Sql =>
  sql`select unnest(p.files) from kontor.plain_tasks p where p.task_id in (${tasks})`

export const fileRows: Rows = {
  table: raw('kontor.files'),
  key: ID,
  isLive,
  facts: {
    path: {
      values: sql`(select d.id || d.ancestors from kontor.all_directories d
        where d.id = ${DIRECTORY})`,
      hasAny: (roots) => sql`${DIRECTORY} in (${within(roots)})`,
    },
    directory: idIn(DIRECTORY),
    author: idIn(sql`${ROW}.created_by`),
    item: idIn(sql`${ROW}.item_id`),
    task: {
      values: sql`array(select p.task_id from kontor.plain_tasks p
        where p.files @> array[${ID}])`,
      hasAny: (tasks) => sql`${ID} in (${filesOf(sql`select unnest(${tasks}::uuid[])`)})`,
      hasAnyOf: (select) => sql`${ID} in (${filesOf(select)})`,
    },
  },
}

export const fileNames: Searched = {
  name: raw('t.name'),
  parts: [
    {
      part: '',
      fields: [],
      text: raw('(select x.content from kontor.file_texts x where x.body_id = t.body_id)'),
    },
  ],
  file: {
    body: raw('t.body_id'),
    isRead: raw('exists (select from kontor.file_texts x where x.body_id = t.body_id)'),
  },
  select: raw(`t.name as title, coalesce((select d.name from kontor.all_directories d
    where d.id = t.directory_id), '') as subtitle`),
}
