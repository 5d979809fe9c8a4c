import type { GaugeGroup } from '../../platform/gauges.ts'
import { getProgress } from './store/feed.ts'

export const searchGauges: GaugeGroup = {
  name: 'search',
  gauges: {
    kontor_search_lag_events: { help: 'Events that the search index has not read yet' },
    kontor_search_incomplete_kinds: {
      help: 'Kinds of objects that the search index still reads as a whole',
    },
  },
  read: async ({ db }) => {
    const { behind, incomplete } = await getProgress(db)
    return { kontor_search_lag_events: behind, kontor_search_incomplete_kinds: incomplete }
  },
}
