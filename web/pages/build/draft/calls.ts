import { client, type RequestOf } from '../../../client.ts'
import type { DraftCalls } from './store.ts'

type Sent = RequestOf<'drafts', 'edit'>['input']['edits']

/** What the store asks of the server, about one draft. */
export const draftCalls = (id: string): DraftCalls => ({
  get: async () => (await client.drafts.get({ params: { id } })).draft,
  getFile: async (path) => (await client.drafts.getFile({ params: { id }, input: { path } })).file,
  save: (revision, edits) =>
    client.drafts.edit({ params: { id }, input: { revision, edits: edits as Sent } }),
})
