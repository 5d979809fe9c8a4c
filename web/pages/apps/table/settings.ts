import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callOf, keyOf, useApi } from '../../../api.ts'

/** A list as somebody left it, under a name of their own. */
export type SavedView = {
  id: string
  name: string
  /** The address behind the `?`. */
  search: string
}

export type AppSettings = {
  columns?: string[]
  widths?: Record<string, number>
  views?: SavedView[]
}

type Stored = { settings: Record<string, unknown> }

/** What the reader has set for the lists of one app. */
export const useAppSettings = (namespace: string, code: string) =>
  useListSettings(`apps/${namespace}/${code}`.toLowerCase())

/** What the reader has set for a list; it goes where they go. */
export function useListSettings<S extends object = AppSettings>(key: string) {
  const queries = useQueryClient()
  const asked = useApi('workplace', 'getSettings', {}, { fresh: 60_000 })
  const settings = asked.data?.settings[key] as Partial<S> | undefined
  const save = useCallback(
    (part: Partial<S>) => {
      const at = keyOf('workplace', 'getSettings', {})
      const before = queries.getQueryData<Stored>(at)?.settings ?? {}
      const value = { ...(before[key] as Partial<S> | undefined), ...part }
      queries.setQueryData(at, { settings: { ...before, [key]: value } })
      callOf(
        'workplace',
        'saveSetting',
      )({ params: { key }, input: { value } }).catch(({ message }: Error) => {
        notifications.show({ color: 'red', message })
        return queries.invalidateQueries({ queryKey: at })
      })
    },
    [queries, key],
  )
  return {
    settings: settings ?? ({} as Partial<S>),
    isKnown: asked.data !== undefined || asked.isError,
    save,
  }
}
