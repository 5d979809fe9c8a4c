import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../../api.ts'
import type { RequestOf } from '../../../client.ts'
import type { App } from './fields.ts'

export type Change = RequestOf<'apps', 'changeMany'>['input']['change']
export type Problem = { id: string; error: string }

export type BulkState =
  | { is: 'idle' }
  | { is: 'working'; done: number; count: number }
  | { is: 'done'; changed: number; problems: Problem[] }

/** Few enough that the bar moves, many enough to be quick. */
const STEP = 200

/** The same change of many items, with what became of each. */
export function useBulk({ namespace, code }: App) {
  const queries = useQueryClient()
  const [state, setState] = useState<BulkState>({ is: 'idle' })
  const start = async (ids: string[], change: Change) => {
    const problems: Problem[] = []
    let changed = 0
    for (let done = 0; done < ids.length; done += STEP) {
      setState({ is: 'working', done, count: ids.length })
      const step = ids.slice(done, done + STEP)
      const reply = await send(step, change)
      changed += reply.changed
      problems.push(...reply.errors)
    }
    setState(problems.length > 0 ? { is: 'done', changed, problems } : { is: 'idle' })
    void queries.invalidateQueries({ queryKey: ['apps'] })
    return { changed, problems }
  }
  /** A request that fails is reported for each of its items. */
  const send = (ids: string[], change: Change): Promise<{ changed: number; errors: Problem[] }> =>
    callOf(
      'apps',
      'changeMany',
    )({ params: { namespace, code }, input: { ids, change } }).catch(({ message }: Error) => ({
      changed: 0,
      errors: ids.map((id) => ({ id, error: message })),
    }))
  return { state, start, close: () => setState({ is: 'idle' }) }
}
