import { useQueries } from '@tanstack/react-query'
import { useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import type { Field } from '../../../fields/field.ts'
import type { AppAddress } from './app.ts'

export type Template = {
  id: string
  name: string
  namespace: string
  code: string
  /** The variable that holds the item. */
  link: Field
  variables: Field[]
}

/** The processes about items of this app that the caller may start. */
export function useStartable({ namespace, code }: AppAddress): Template[] {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const near = (data?.workspaces ?? []).flatMap(({ processes }) =>
    processes.filter(({ canStart }) => canStart),
  )
  const known = useQueries({
    queries: near.map((each) => ({
      queryKey: [
        'scheme',
        'getProcess',
        { params: { namespace: each.namespace, code: each.code } },
      ],
      queryFn: () =>
        client.scheme.getProcess({ params: { namespace: each.namespace, code: each.code } }),
      staleTime: 60_000,
      retry: false,
    })),
  })
  return near.flatMap((each, at) => {
    const variables = known[at]?.data?.template.context ?? []
    const link = variables.find(
      ({ type, data: target }) =>
        type === 'SYS_COLLECTION' && target.namespace === namespace && target.code === code,
    )
    return link ? [{ ...each, link, variables }] : []
  })
}
