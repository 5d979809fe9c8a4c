import { everything, has } from '../../kinds/condition.ts'
import type { Kind } from '../../kinds/kind.ts'
import { userNames, userRows } from './store/users.ts'

/** Everybody sees the people they work with, guests only themselves; what happens to an account is for its user. */
const userKind: Kind = {
  name: 'user',
  rows: userRows,
  visible: async ({ ctx: { user } }) => (user.isGuest ? has('id', [user.id]) : everything),
  search: userNames,
  hears: ({ ctx }, { object }) => object === `user:${ctx.user.id}`,
}

const substitutionKind: Kind = {
  name: 'substitution',
  hears: ({ ctx }, { data }) => [data.absent, data.substitute].includes(ctx.user.id),
}

export const peopleKinds: Kind[] = [userKind, substitutionKind]
