import { definitionKind } from '../../kinds/definition-kind.ts'
import type { Kind } from '../../kinds/kind.ts'
import { findChannels } from './channels.ts'

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
const said = (name: string): Kind => ({
  name,
  about: ({ data }) => (typeof data.stream === 'string' ? data.stream : undefined),
})

export const messageKinds: Kind[] = [channelKind, said('message'), said('comment')]
