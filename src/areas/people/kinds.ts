import { everything } from '../../kinds/condition.ts'
import { ID, type Kind } from '../../kinds/kind.ts'
import { raw } from '../../platform/db/sql.ts'

/** Everybody sees the people they work with; what happens to an account is for its user. */
const userKind: Kind = {
  name: 'user',
  rows: {
    table: raw('kontor.users'),
    key: ID,
    isLive: raw('t.deleted_at is null'),
    facts: {},
  },
  visible: async () => everything,
  search: {
    texts: [raw('t.full_name'), raw('t.login'), raw('t.email')],
    select: raw(`t.name as title, coalesce(nullif(t.displayed_position, ''), t.login) as subtitle`),
  },
  hears: ({ ctx }, { object }) => object === `user:${ctx.user.id}`,
}

const substitutionKind: Kind = {
  name: 'substitution',
  hears: ({ ctx }, { data }) => [data.absent, data.substitute].includes(ctx.user.id),
}

export const peopleKinds: Kind[] = [userKind, substitutionKind]
