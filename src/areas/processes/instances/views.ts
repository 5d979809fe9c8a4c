import type { Context } from '../../../platform/context.ts'
import { getPublished } from '../published.ts'

/** An instance as clients see it: system keys and variables in one object. */
export type InstanceView = { __id: string } & Record<string, unknown>

type Flow = { items: Record<string, unknown>; transitions: Record<string, unknown> }

/** The history has element names of the diagram; clients use their ids. */
export async function withBlockIds(ctx: Context, view: InstanceView): Promise<InstanceView> {
  const flow = view.__flowHistory as Flow | undefined
  const template = view.__template as { id: string; version: number } | undefined
  if (!flow || !template) return view
  const { blockId } = await getPublished(ctx, template.id, template.version)
  const renamed = (by: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(by).map(([element, times]) => [blockId(element), times]))
  return {
    ...view,
    __flowHistory: { items: renamed(flow.items), transitions: renamed(flow.transitions) },
  }
}
