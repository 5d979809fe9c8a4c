import { useQuery } from '@tanstack/react-query'
import { ClientError } from '../../../../src/client/client.ts'
import { client } from '../../../client.ts'

export type Mapping = Record<string, string>
/** Why an instance cannot move; empty where it can. */
export type Outcomes = Record<string, string>

/** Asks for each instance by itself: the answer to one says nothing about another. */
export async function moveEach(
  ids: readonly string[],
  { mapping, dryRun }: { mapping: Mapping; dryRun: boolean },
): Promise<Outcomes> {
  const outcomes: Outcomes = {}
  const rest = [...ids]
  const work = async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      outcomes[id] = await moveOne(id, { mapping, dryRun })
    }
  }
  await Promise.all([work(), work(), work()])
  return outcomes
}

async function moveOne(id: string, input: { mapping: Mapping; dryRun: boolean }): Promise<string> {
  try {
    await client.bpm.moveVersion({ params: { id }, input })
    return ''
  } catch (error) {
    if (error instanceof ClientError && error.status < 500) return error.message
    throw error
  }
}

export const useDryRun = (ids: readonly string[], mapping: Mapping) =>
  useQuery({
    queryKey: ['processes', 'dry run', { ids, mapping }],
    queryFn: () => moveEach(ids, { mapping, dryRun: true }),
  })
