import { useQuery } from '@tanstack/react-query'

const NEVER = () => false

/** What evaluates conditions is loaded with the first page that has one. */
export function useHolds(isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: ['conditions'],
    queryFn: async () => {
      const { expressions } = await import('../../../src/engine/expressions/expression.ts')
      return expressions()
    },
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { isLocal: true },
  })
  return data?.holds ?? NEVER
}
