import type { Kind } from '../../kinds/kind.ts'
import { mayDesign } from './policy.ts'

/** Events of a draft are for its author, while they may manage the solution. */
export const draftKind: Kind = {
  name: 'draft',
  hears: async ({ ctx }, { data }) =>
    data.author === ctx.user.id && (await mayDesign(ctx, String(data.solution))),
}
