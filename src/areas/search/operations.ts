import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'

/** In the order in which equally good results are mixed. */
export const FOUND = [
  'app',
  'process',
  'channel',
  'user',
  'item',
  'task',
  'instance',
  'file',
  'message',
  'comment',
] as const

const Marks = z
  .array(z.tuple([z.int().min(0), z.int().min(0)]))
  .describe('where found words begin and end, in UTF-16 units')

const SearchResult = z
  .object({
    kind: z.enum(FOUND),
    id: Id,
    title: z.string(),
    titleMarks: Marks,
    subtitle: z
      .string()
      .describe('where it is: the app of an item, the process of a task, the author of a message'),
    namespace: z.string().optional(),
    code: z.string().optional(),
    about: z.string().optional().describe('what a message is about, as events name it'),
    fragment: z
      .object({ text: z.string(), marks: Marks })
      .optional()
      .describe('plain text around the first found word, if it is not in the title alone'),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

const isKind = (name: string) => FOUND.some((kind) => kind === name)

export const search = {
  find: operation({
    method: 'GET',
    path: '/manage/v1/search',
    summary: 'Search for objects by words',
    description:
      'Searches names, searchable fields, messages, comments and the text of files (PDF, Word, Excel, plain text), in everything that the caller may read. Every word must be there, in any form, or begin another one; where little is found, known words that are spelt alike are looked for as well. What is called exactly so comes first, then the best of each kind in turn. Changes are found a moment later; what was deleted, or may no longer be read, is not found from that moment on.',
    input: z.object({
      q: z.string().trim().min(1, 'expected a text to look for').max(200),
      kinds: z
        .string()
        .refine((text) => text.split(',').every(isKind), `expected some of ${FOUND.join()}`)
        .optional()
        .describe(`only these kinds, separated by commas: ${FOUND.join()}`),
      namespace: z.string().optional().describe('only in this workspace'),
      code: z.string().optional().describe('only in this app of the workspace'),
      from: z.coerce.number().int().min(0).max(1000).default(0),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({
      results: z.array(SearchResult),
      total: z.int(),
      isTotalExact: z
        .boolean()
        .describe('false if there are more: up to 1,000 of a kind are ranked and counted'),
      totals: z.record(z.string(), z.int()).describe('by kind'),
      isPartial: z.boolean().describe('something took too long to be looked through'),
    }),
  }),
}
