import { client, type RequestOf } from '../../../client.ts'
import type { DraftCalls } from './store.ts'

type Sent = RequestOf<'drafts', 'edit'>

/** What the store asks of the server, about one draft. */
export const draftCalls = (id: string): DraftCalls => ({
  get: async () => (await client.drafts.get({ params: { id } })).draft,
  getFile: async (path) => (await client.drafts.getFile({ params: { id }, input: { path } })).file,
  save: ({ key, revision, acts }) => {
    const input = { revision, edits: acts.flatMap(({ edits }) => edits) }
    const sent = { params: { id }, input, headers: { 'idempotency-key': key } }
    return client.drafts.edit(sent as unknown as Sent)
  },
})
