import type { Kind } from '../../kinds/kind.ts'

/** What a program may do for somebody is for that person. */
export const connectionKind: Kind = {
  name: 'connection',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}

/** What an assistant does for somebody is for that person. */
export const assistantKind: Kind = {
  name: 'assistant',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}

/** What happens to a token is for its user. */
export const tokenKind: Kind = {
  name: 'token',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}
