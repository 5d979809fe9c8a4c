import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import type { Field } from '../../../fields/field.ts'
import type { ItemPlace, Place } from './app.ts'

export type Template = {
  id: string
  name: string
  namespace: string
  code: string
  canStart: boolean
  /** The variable that holds the item. */
  link: Field
  variables: Field[]
}

/** The processes of the workspace that are about items of this app. */
export function useTemplates({ namespace, code }: Place): Template[] {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const near = (data?.workspaces ?? []).flatMap(({ processes }) => processes)
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

export type Run = {
  id: string
  name: string
  state: string
  startedAt: string
  startedBy: string
}

const MOST = 20

/** The instances about one item, the newest first. */
export function useRuns(item: ItemPlace, templates: Template[]) {
  return useQuery({
    queryKey: [
      'bpm',
      'listByTemplate',
      { item, templates: templates.map(({ namespace, code }) => `${namespace}/${code}`) },
    ],
    queryFn: async (): Promise<Run[]> => {
      const lists = await Promise.all(templates.map((template) => listRuns(item, template)))
      return lists.flat().sort((one, other) => other.startedAt.localeCompare(one.startedAt))
    },
    enabled: templates.length > 0,
  })
}

async function listRuns({ id }: ItemPlace, { namespace, code, link }: Template): Promise<Run[]> {
  const { result } = await client.bpm.listByTemplate({
    params: { namespace, code },
    input: { filter: { link: [{ field: link.code }, { list: [id] }] }, size: MOST },
  })
  return result.result.map((instance) => ({
    id: instance.__id,
    name: String(instance.__name),
    state: String(instance.__state),
    startedAt: String(instance.__createdAt),
    startedBy: String(instance.__createdBy),
  }))
}
