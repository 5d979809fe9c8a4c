import { ID, idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { raw, sql } from '../../../platform/db/sql.ts'

export const taskFacts = {
  performers: {
    values: raw('t.performers'),
    hasAny: (people: readonly string[]) => sql`t.performers && ${people}::uuid[]`,
  },
  author: idIn(raw('t.created_by')),
  helpers: {
    values: raw('t.participants'),
    // The index of helpers has only the tasks that have some.
    hasAny: (people: readonly string[]) =>
      sql`(t.participants <> '{}' and t.participants && ${people}::uuid[])`,
  },
}

export const taskRows: Rows = {
  table: raw('kontor.process_tasks'),
  key: ID,
  isLive: raw('t.deleted_at is null'),
  facts: taskFacts,
}

export const taskNames: Searched = {
  texts: [raw('t.name'), raw('t.instance_name')],
  newest: 20_000,
  select: raw('t.name as title, t.instance_name as subtitle'),
}
