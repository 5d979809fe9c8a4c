import type { ResourceKind } from '../../../platform/access.ts'
import type { Context } from '../../../platform/context.ts'

/** Programs may work on topics on which they have `update`, whatever the process. */
export const topicResource: ResourceKind = {
  kind: 'topic',
  rights: ['update', 'manage'],
  parent: () => undefined,
}

const resourceOf = (topic: string) => ({ kind: 'topic', id: topic })

export const mayWorkOn = (ctx: Context, topic: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, 'update', resourceOf(topic))

export async function requireTopics(ctx: Context, topics: readonly string[]): Promise<void> {
  for (const topic of topics) {
    await ctx.access.require(ctx.db, ctx.user, 'update', resourceOf(topic))
  }
}
