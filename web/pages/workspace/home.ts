import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'

const KEY = 'home'

/** The page that a person sees first, as `workspace/page`. */
export function useHome() {
  const queries = useQueryClient()
  const { data } = useApi('workplace', 'getSettings', {}, { fresh: 600_000 })
  const save = useChange('workplace', 'saveSetting')
  const setHome = (value: string | null) => {
    queries.setQueryData<ReplyOf<'workplace', 'getSettings'>>(
      keyOf('workplace', 'getSettings'),
      (known) => known && { ...known, settings: { ...known.settings, [KEY]: value } },
    )
    save.mutate({ params: { key: KEY }, input: { value } })
  }
  const home = data?.settings[KEY]
  return {
    isKnown: data !== undefined,
    home: typeof home === 'string' ? home : undefined,
    setHome,
  }
}
