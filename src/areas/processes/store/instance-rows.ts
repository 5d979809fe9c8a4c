import { ID, idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { raw, sql } from '../../../platform/db/sql.ts'

export const instanceFacts = {
  process: idIn(raw('t.template_id')),
  author: idIn(raw('t.created_by')),
  /** Users who were asked to do something in it. */
  performers: {
    values:
      raw(`array(select distinct p from kontor.process_tasks k cross join unnest(k.performers) p
      where k.instance_id = t.id)`),
    hasAny: (people: readonly string[]) => sql`t.id in (
      select k.instance_id from kontor.process_tasks k
      where k.performers && ${people}::uuid[] and k.instance_id = t.id)`,
  },
}

export const instanceRows: Rows = {
  table: raw('kontor.process_instances'),
  key: ID,
  isLive: raw('t.deleted_at is null'),
  facts: instanceFacts,
}

/** The name of its version: definitions may have names in several languages. */
const NAME = `(select v.body ->> 'name' from kontor.process_versions v
  where v.template_id = t.template_id and v.number = t.version)`

const ofProcess = (column: string): string =>
  `(select d.${column} from kontor.definitions d where d.id = t.template_id)`

export const instanceNames: Searched = {
  name: raw('t.name'),
  parts: [],
  select: raw(`t.name as title, ${NAME} as subtitle,
    ${ofProcess('namespace')} as namespace, ${ofProcess('code')} as code`),
}
