import { everything, has } from '../../kinds/condition.ts'
import type { Kind } from '../../kinds/kind.ts'
import { userNames, userRows } from './store/users.ts'

/** Users see each other, guests only themselves; events of an account are for its user. */
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
