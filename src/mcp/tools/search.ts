import { z } from 'zod'
import { FOUND } from '../../areas/search/operations.ts'
import { compact, toPage } from '../size.ts'
import { App, closed, placeOf, tool } from '../tool.ts'

export const search = tool({
  name: 'kontor_search',
  title: 'Search',
  description:
    'Find items, people, tasks, files, messages, apps and processes by words, also misspelt ones. Begin here when you know a name but no id.',
  does: 'read',
  input: closed({
    query: z.string().min(1).max(200),
    kinds: z.array(z.enum(FOUND)).max(FOUND.length).optional(),
    app: App.optional().describe('only in this app'),
    limit: z.int().min(1).max(50).default(20),
    cursor: z
      .string()
      .regex(/^\d{1,4}$/)
      .optional()
      .describe('nextCursor of the answer before'),
  }),
  run: async (connect, { query, kinds, app, limit, cursor }) => {
    const from = Number(cursor ?? 0)
    const { results, total, isTotalExact, isPartial } = await connect().search.find({
      input: {
        q: query,
        ...(kinds && kinds.length > 0 && { kinds: kinds.join() }),
        ...(app && placeOf(app)),
        from,
        size: limit,
      },
    })
    const rows = results.map(({ titleMarks: _, fragment, ...found }) =>
      compact({ ...found, fragment: fragment?.text ?? null }),
    )
    const more = { ...(!isTotalExact && { isTotalExact }), ...(isPartial && { isPartial }) }
    return toPage({ rows, total, from, more })
  },
})
