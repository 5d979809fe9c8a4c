import type { Kind } from '../../kinds/kind.ts'

/** What happens to a token is for its user. */
export const tokenKind: Kind = {
  name: 'token',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}
