import { raw } from '../platform/db/sql.ts'
import { has } from './condition.ts'
import { ID, idIn, type Kind, type Reader } from './kind.ts'

/** A kind whose objects are definitions, which are few. */
export const definitionKind = (
  name: string,
  listIds: (reader: Reader) => Promise<string[]>,
): Kind => ({
  name,
  rows: {
    table: raw(`(select * from kontor.definitions where kind = '${name}')`),
    key: ID,
    isLive: raw('t.deleted_at is null'),
    facts: { id: idIn(ID) },
  },
  visible: async (reader) => has('id', await listIds(reader)),
  listIds,
})
