import { type Job, storeOnce } from './job.ts'
import { type Page, PortalRefusal } from './portal.ts'

const SIZE = 200

export type Process = { namespace: string; code: string }

export const pathOf = ({ namespace, code }: Process): string => `${namespace}/${code}`
export const instancesOf = (process: Process): string => `instances of ${pathOf(process)}`

/** The processes that are here: what others did there has no place to go. */
export async function listProcesses({ target }: Job): Promise<Process[]> {
  const { scheme } = target.client
  const { result } = await scheme.listWorkspaces({ input: { size: -1 } })
  const found = new Map<string, Process>()
  for (const { code } of result.result) {
    const params = { namespace: String(code) }
    const listed = await scheme.listProcesses({ params, input: { size: -1 } })
    for (const { namespace = '', code: own = '' } of listed.result.result) {
      found.set(`${namespace}/${own}`, { namespace, code: own })
    }
  }
  return [...found.values()]
}

/**
 * Instances that are over, as history. Those that run go on there and come when they are over, unless
 * somebody wants them to begin anew here.
 */
export async function bringInstances(job: Job, process: Process): Promise<void> {
  const { state, progress, options, running } = job
  const key = instancesOf(process)
  const [path, since] = [pathOf(process), state.sinceOf(key, '')]
  const isRestarted = options.restart.includes(path)
  let count = 0
  let expected: number | undefined
  for (let from = state.placeOf(key).from; ; ) {
    const page = { from, since, isFirst: expected === undefined }
    const { rows, total = expected } = await readPage(job, process, page)
    expected = total
    if (rows.length === 0) break
    const over = rows.filter(({ __state }) => __state === 'done' || __state === 'cancel')
    running[path] = (running[path] ?? 0) + rows.length - over.length
    const wanted = isRestarted ? rows : over
    if (wanted.length > 0) await storeOnce(job, key, { kind: 'instances', rows: wanted })
    from += rows.length
    count += over.length
    progress.at(key, from, total)
    await state.pass(key, { index: 0, from, seen: [] })
  }
  if (count > 0) progress.done(key, count)
}

type Reading = { from: number; since: string | null; isFirst: boolean }

async function readPage({ portal, state }: Job, process: Process, reading: Reading): Promise<Page> {
  const { from, since, isFirst } = reading
  const request = {
    ...{ from, size: SIZE, sortExpressions: [{ field: '__createdAt', ascending: true }] },
    ...(since !== null && { filter: { tf: { __updatedAt: { min: since, max: null } } } }),
  }
  try {
    const path = `bpm/instance/bytemplate/${pathOf(process)}/list`
    return await portal.page(path, request, { isFirst })
  } catch (error) {
    if (!(error instanceof PortalRefusal && [400, 404].includes(error.status))) throw error
    // The portal has no such process. Once it does, all of its instances are new.
    state.refuse(instancesOf(process))
    return { rows: [], total: 0 }
  }
}
