import { implement, type RequestContext } from '../../http/implement.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { storage } from './operations.ts'
import * as service from './service.ts'
import type { Place } from './store.ts'

type Params = { namespace?: string; code?: string; key: string }

/** `system`, a workspace or module, or one of its apps. */
const placeOf = ({ namespace, code, key }: Params): Place => ({
  scope: namespace === undefined ? 'system' : [namespace, code].filter(Boolean).join('/'),
  key,
})

const save = async (
  {
    params,
    input,
    headers,
  }: { params: Params; input: { data: string }; headers: service.SaveHeaders },
  ctx: RequestContext,
) => {
  ctx.setHeader('etag', await service.saveEntry(ctx, placeOf(params), input.data, headers))
  return {}
}

const read = async ({ params }: { params: Params }, ctx: RequestContext) => {
  const { data, etag, expiresAt } = await service.getEntry(ctx, placeOf(params))
  ctx.setHeader('etag', etag)
  if (expiresAt) ctx.setHeader('expires', expiresAt.toUTCString())
  return { data }
}

const remove = async (
  { params, headers }: { params: Params; headers: service.Conditions },
  ctx: RequestContext,
) => {
  await service.deleteEntry(ctx, placeOf(params), headers)
  return {}
}

export const storageRoutes = implement('storage', storage, {
  entries: async ({ input }, ctx) => service.listEntries(ctx, input),
  saveSystem: save,
  getSystem: read,
  deleteSystem: remove,
  saveWorkspace: save,
  getWorkspace: read,
  deleteWorkspace: remove,
  saveApp: save,
  getApp: read,
  deleteApp: remove,
})

export const storageJobs: Jobs = {
  handlers: { 'storage.sweep': service.sweepExpired },
  schedule: { 'storage.sweep': '* * * * *' },
}
