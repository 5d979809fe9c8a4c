import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { isEmptyPlan, type Plan, type Subject } from './plan.ts'

export type Outcome = {
  /** Where a single instance is afterwards. */
  elements?: string[]
  /** Why instances cannot be changed, by id. */
  errors: Record<string, string>
}

type PreviewRequest = Plan & { subjects: readonly Subject[]; comment: string; dryRun: boolean }

/** One instance says where it will be; of many, those that refuse say why. */
export async function modify({ subjects, ...input }: PreviewRequest): Promise<Outcome> {
  const [first, ...others] = subjects
  if (first && others.length === 0) {
    const { elements } = await client.processes.modify({ params: { id: first.id }, input })
    return { elements, errors: {} }
  }
  return client.processes.modifyMany({
    input: { instances: subjects.map(({ id }) => id), ...input },
  })
}

const DELAY = 300

/** What the changes would do, asked again with every change. */
export function usePreview(subjects: readonly Subject[], plan: Plan) {
  const [wanted] = useDebouncedValue(plan, DELAY)
  const ids = subjects.map(({ id }) => id)
  const query = useQuery({
    queryKey: ['processes', 'preview of changes', { ids, ...wanted }],
    // Nothing of a dry run is kept: its reason is for nobody.
    queryFn: () => modify({ subjects, ...wanted, comment: 'preview', dryRun: true }),
    enabled: !isEmptyPlan(wanted),
    retry: false,
    gcTime: 0,
  })
  return { ...query, isSettled: wanted === plan && !query.isFetching }
}
