import { notifications } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { ServerText } from '../components/told.tsx'

/** A refusal stays a refusal; what got lost on the way is worth another try. */
const isWorthAnotherTry = (count: number, error: Error) =>
  count < 2 && !(error instanceof ClientError && error.status < 500)

export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthAnotherTry, refetchOnWindowFocus: true },
    // A change that waits for the line in silence would look as if it were being made.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isSession = query.queryKey[1] === 'currentSession'
      if (!isSession && error instanceof ClientError && error.status === 401) {
        void queries.invalidateQueries({ queryKey: ['access', 'currentSession'] })
      }
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _, __, mutation) => {
      if (mutation.options.onError) return
      notifications.show({
        color: 'red',
        message: createElement(ServerText, { message: error.message }),
      })
    },
  }),
})
