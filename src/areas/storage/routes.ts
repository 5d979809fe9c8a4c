import { implement, type RequestContext } from '../../http/implement.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { storage } from './operations.ts'
import * as service from './service.ts'

type Params = service.Named & { key: string }

const save = async (
  {
    params,
    input,
    headers,
  }: { params: Params; input: { data: string }; headers: service.SaveHeaders },
  ctx: RequestContext,
) => {
  const place = await service.placeOf(ctx, params)
  ctx.setHeader('etag', await service.saveEntry(ctx, place, input.data, headers))
  return {}
}

const read = async ({ params }: { params: Params }, ctx: RequestContext) => {
  const place = await service.placeOf(ctx, params)
  const { data, etag, expiresAt } = await service.getEntry(ctx, place)
  ctx.setHeader('etag', etag)
  if (expiresAt) ctx.setHeader('expires', expiresAt.toUTCString())
  return { data }
}

const remove = async (
  { params, headers }: { params: Params; headers: service.Conditions },
  ctx: RequestContext,
) => {
  await service.deleteEntry(ctx, await service.placeOf(ctx, params), headers)
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
