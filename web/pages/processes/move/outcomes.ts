import { useQuery } from '@tanstack/react-query'
import { client } from '../../../client.ts'

export type Mapping = Record<string, string>
/** Why an instance cannot move; empty where it can. */
export type Outcomes = Record<string, string>

export type MoveRequest = {
  process: { namespace: string; code: string }
  ids: readonly string[]
  mapping: Mapping
}

/** Moves instances to the newest version, or only says what would become of each. */
export async function moveAll(
  { process: { namespace, code }, ids, mapping }: MoveRequest,
  { dryRun }: { dryRun: boolean },
): Promise<Outcomes> {
  if (ids.length === 0) return {}
  const { errors = {} } = await client.bpm.moveVersions({
    params: { namespace, code },
    input: { instanceIds: [...ids], mapping, dryRun },
  })
  return Object.fromEntries(ids.map((id) => [id, errors[id] ?? '']))
}

export const useDryRun = (request: MoveRequest) =>
  useQuery({
    queryKey: ['processes', 'dry run', { ids: request.ids, mapping: request.mapping }],
    queryFn: () => moveAll(request, { dryRun: true }),
  })
