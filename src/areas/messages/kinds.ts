import { definitionKind } from '../../kinds/definition-kind.ts'
import type { Kind, Rows, Searched } from '../../kinds/kind.ts'
import { findChannels } from './channels.ts'
import { commentRows, commentSearch, messageRows, messageSearch } from './store/rows.ts'

const channelKind: Kind = {
  ...definitionKind('channel', ({ ctx, remember }) =>
    remember('channels', async () => (await findChannels(ctx)).map(({ id }) => id)),
  ),
  listNamed: async (ctx) =>
    (await findChannels(ctx)).map(({ id, body }) => ({
      id,
      title: body.name,
      subtitle: body.description,
    })),
}

/** What is said is for who may read where it is said. */
const said = (name: string, rows: Rows, search: Searched): Kind => ({
  name,
  rows,
  search,
  about: ({ data }) => (typeof data.stream === 'string' ? data.stream : undefined),
})

export const messageKinds: Kind[] = [
  channelKind,
  said('message', messageRows, messageSearch),
  said('comment', commentRows, commentSearch),
]
