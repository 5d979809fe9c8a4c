import type { Kind } from '../../kinds/kind.ts'

/** Connections of programs are visible to their user. */
export const connectionKind: Kind = {
  name: 'connection',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}

/** Calls of assistants are visible to their user. */
export const assistantKind: Kind = {
  name: 'assistant',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}

/** Events of a token are visible to its user. */
export const tokenKind: Kind = {
  name: 'token',
  hears: ({ ctx }, { data }) => data.user === ctx.user.id,
}
