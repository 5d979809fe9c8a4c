import { ClientError } from '../../../client/client.ts'
import type { Job } from './job.ts'
import { isOfRows } from './target.ts'

/** Keys cannot be listed: whoever knows them writes `system/key`, `workspace/key` or `workspace/app/key`. */
export async function bringStorage(job: Job): Promise<void> {
  for (const key of job.options.storageKeys) await bringKey(job, key)
  if (job.options.storageKeys.length > 0) job.progress.done('keys', job.options.storageKeys.length)
}

async function bringKey({ portal, target, tally }: Job, path: string): Promise<void> {
  const parts = path.split('/')
  const [first = '', second = '', third = ''] = parts
  if (parts.length < 2 || parts.length > 3 || parts.includes('')) {
    tally.tell({
      kind: 'key',
      id: path,
      message: 'expected system/key, workspace/key or workspace/app/key',
    })
    return
  }
  try {
    const { data } = await portal.get(`storage/${parts.map(encodeURIComponent).join('/')}`)
    const input = { data: String(data ?? '') }
    const { storage } = target.client
    if (third)
      await storage.saveApp({ params: { namespace: first, code: second, key: third }, input })
    else if (first === 'system') await storage.saveSystem({ params: { key: second }, input })
    else await storage.saveWorkspace({ params: { namespace: first, key: second }, input })
  } catch (error) {
    const isHere = isOfRows(error) || (error instanceof ClientError && error.status === 404)
    if (!isHere && !(await portal.isRefusedAlone(error))) throw error
    tally.tell({ kind: 'key', id: path, message: (error as Error).message })
  }
}
