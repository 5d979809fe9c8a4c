import { z } from 'zod'
import { compact } from '../size.ts'
import { closed, tool } from '../tool.ts'

export const search = tool({
  name: 'kontor_search',
  title: 'Search',
  description:
    'Find items, people, tasks, files and messages by words. Begin here when you know a name but no id.',
  does: 'read',
  input: closed({
    query: z.string().min(1).max(200),
    limit: z.int().min(1).max(50).default(20),
  }),
  run: async (connect, { query, limit }) => {
    const { results, isPartial } = await connect().workplace.search({
      input: { q: query, size: limit },
    })
    return { rows: results.map((each) => compact(each)), ...(isPartial && { isPartial }) }
  },
})
