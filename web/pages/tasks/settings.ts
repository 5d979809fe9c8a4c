import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { GROUPINGS, type Grouping } from './groups.ts'

const KEY = 'tasks.group'

/** How somebody likes their lists, stored on the server so that it is the same everywhere. */
export function useGrouping(): [Grouping, (next: Grouping) => void] {
  const queries = useQueryClient()
  const { data } = useApi('workplace', 'getSettings', {}, { fresh: 600_000 })
  const save = useChange('workplace', 'saveSetting')
  const saved = data?.settings[KEY] as Grouping | undefined
  const choose = (value: Grouping) => {
    queries.setQueryData<ReplyOf<'workplace', 'getSettings'>>(
      keyOf('workplace', 'getSettings'),
      (known) => known && { ...known, settings: { ...known.settings, [KEY]: value } },
    )
    save.mutate({ params: { key: KEY }, input: { value } })
  }
  return [saved && GROUPINGS.includes(saved) ? saved : 'due', choose]
}
