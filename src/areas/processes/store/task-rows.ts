import { idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { ROW } from '../../../lists/source.ts'
import { raw, sql } from '../../../platform/db/sql.ts'

const PERFORMERS = sql`${ROW}.performers`
const PARTICIPANTS = sql`${ROW}.participants`

export const taskFacts = {
  performers: {
    values: PERFORMERS,
    hasAny: (people: readonly string[]) => sql`${PERFORMERS} && ${people}::uuid[]`,
  },
  author: idIn(sql`${ROW}.created_by`),
  helpers: {
    values: PARTICIPANTS,
    // The partial index contains only tasks with helpers.
    hasAny: (people: readonly string[]) =>
      sql`(${PARTICIPANTS} <> '{}' and ${PARTICIPANTS} && ${people}::uuid[])`,
  },
}

export const taskRows: Rows = {
  table: raw('kontor.process_tasks'),
  key: sql`${ROW}.id`,
  isLive: sql`${ROW}.deleted_at is null`,
  facts: taskFacts,
}

export const taskNames: Searched = {
  name: raw('t.name'),
  parts: [{ part: '', fields: [], text: raw('t.instance_name') }],
  select: raw('t.name as title, t.instance_name as subtitle'),
}
