import type { Model } from '../../../engine/model.ts'
import { suggestMapping } from '../../../engine/similarity.ts'
import { implement } from '../../../http/implement.ts'
import type { Context } from '../../../platform/context.ts'
import { holdForChange, type Write } from '../instances/changes.ts'
import { requireSeen } from '../instances/overview.ts'
import { requireRight } from '../instances/policy.ts'
import { DryRun, type ModifyRequest, modifyInstance } from '../modify.ts'
import { getPublished, type Template } from '../published.ts'
import { runEach } from '../run-each.ts'
import * as suspend from '../suspend.ts'
import { steering } from './operations.ts'

/** A dry run does everything and rolls it back. */
async function modifyOne(write: Write, id: string, wanted: ModifyRequest): Promise<string[]> {
  try {
    return await write(async (ctx: Context) =>
      modifyInstance(ctx, await holdForChange(ctx, id), wanted),
    )
  } catch (error) {
    if (error instanceof DryRun) return error.elements
    throw error
  }
}

/** Steering requires the right to change the process; without the right to see it, it does not exist. */
async function requireSteered(ctx: Context, id: string): Promise<Template> {
  const template = await requireSeen(ctx, id)
  await requireRight(ctx, template, 'update')
  return template
}

export const steeringRoutes = implement('processes', steering, {
  modify: async ({ params, input }, ctx) => ({
    elements: await modifyOne(ctx.write, params.id, input),
  }),
  modifyMany: async ({ input: { instances, ...wanted } }, ctx) => {
    const { done, errors } = await runEach(instances, async (id) => {
      await modifyOne(ctx.write, id, wanted)
    })
    return { modified: done, errors }
  },
  suggestMapping: async ({ params, input }, ctx) => {
    const { id, processVersion } = await requireSeen(ctx, params.id)
    const from = (await getPublished(ctx, id, input.from)).program.model
    const to = (await getPublished(ctx, id, input.to ?? processVersion)).program.model
    const nameIn = ({ nodes }: Model, element: string) => nodes[element]?.name ?? ''
    return {
      suggestions: suggestMapping(from, to).map((each) => ({
        ...each,
        fromName: nameIn(from, each.from),
        toName: nameIn(to, each.to),
      })),
    }
  },
  suspendInstance: async ({ params, input }, ctx) => {
    await suspend.suspendInstance(ctx, await holdForChange(ctx, params.id), input.comment)
    return {}
  },
  resumeInstance: async ({ params, input }, ctx) => {
    await suspend.resumeInstance(ctx, await holdForChange(ctx, params.id), input)
    return {}
  },
  suspendProcess: async ({ params, input }, ctx) => {
    await suspend.suspendProcess(ctx, await requireSteered(ctx, params.id), input.comment)
    return {}
  },
  resumeProcess: async ({ params, input }, ctx) => {
    await suspend.resumeProcess(ctx, await requireSteered(ctx, params.id), input)
    return {}
  },
})
