import { implement } from '../../../http/implement.ts'
import type { Context } from '../../../platform/context.ts'
import { eachAlone } from '../each-alone.ts'
import { holdForChange, type Write } from '../instances/changes.ts'
import { DryRun, modifyInstance, type Wanted } from '../modify.ts'
import { steering } from './operations.ts'

/** A dry run does everything, and then takes it back. */
async function modifyOne(write: Write, id: string, wanted: Wanted): Promise<string[]> {
  try {
    return await write(async (ctx: Context) =>
      modifyInstance(ctx, await holdForChange(ctx, id), wanted),
    )
  } catch (error) {
    if (error instanceof DryRun) return error.elements
    throw error
  }
}

export const steeringRoutes = implement('processes', steering, {
  modify: async ({ params, input }, ctx) => ({
    elements: await modifyOne(ctx.write, params.id, input),
  }),
  modifyMany: async ({ input: { instances, ...wanted } }, ctx) => {
    const { done, errors } = await eachAlone(instances, async (id) => {
      await modifyOne(ctx.write, id, wanted)
    })
    return { modified: done, errors }
  },
})
