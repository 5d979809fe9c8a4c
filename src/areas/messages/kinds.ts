import { has } from '../../kinds/condition.ts'
import { ID, idIn, type Kind, type Reader } from '../../kinds/kind.ts'
import { raw } from '../../platform/db/sql.ts'
import { findChannels } from './channels.ts'

const listIds = ({ ctx, remember }: Reader): Promise<string[]> =>
  remember('channels', async () => (await findChannels(ctx)).map(({ id }) => id))

const channelKind: Kind = {
  name: 'channel',
  rows: {
    table: raw(`(select * from kontor.definitions where kind = 'channel')`),
    key: ID,
    isLive: raw('t.deleted_at is null'),
    facts: { id: idIn(ID) },
  },
  visible: async (reader) => has('id', await listIds(reader)),
  listIds,
}

/** What is said is for who may read where it is said. */
const said = (name: string): Kind => ({
  name,
  about: ({ data }) => (typeof data.stream === 'string' ? data.stream : undefined),
})

export const messageKinds: Kind[] = [channelKind, said('message'), said('comment')]
