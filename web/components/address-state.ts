import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Filters live in the address: it can be sent to somebody, and going back goes back. */
export function useAddressState() {
  const [search, setSearch] = useSearchParams()
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return {
    get: (key: string) => search.get(key) ?? '',
    set,
  }
}
