import { implement } from '../../http/implement.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'
import { disk } from './operations.ts'
import { receiveBody } from './uploads.ts'

export const diskRoutes = implement('disk', disk, {
  uploadTemporary: async ({ input: { hash }, headers }, ctx) => {
    const { write, receive } = ctx
    const range = headers['content-range']
    const { isWhole } = await receiveBody(ctx, { hash, range, write, receive })
    if (isWhole) return { hash }
    ctx.setStatus(206)
    return {}
  },
})

export const diskJobs: Jobs = {
  handlers: { 'disk.sweep': sweepBodies },
  schedule: { 'disk.sweep': '* * * * *' },
}
