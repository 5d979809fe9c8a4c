import type { Context } from '../../../platform/context.ts'
import { listHistory } from '../history.ts'
import { getShown, type Published } from '../published.ts'
import type { Line } from './operations.ts'
import { getInstance } from './service.ts'

/** The moves of an instance, with the names of its diagram. */
export async function listTimeline(
  ctx: Context,
  id: string,
  { after, size }: { after: number; size: number },
): Promise<Line[]> {
  const { instance } = await getInstance(ctx, id)
  const { id: template, version } = instance.__template as { id: string; version: number }
  const published = await getShown(ctx, template, version)
  const lines = await listHistory(ctx, id, { after, size })
  return lines.map(({ at, steps, ...line }) => ({
    ...line,
    at: at.toISOString(),
    steps: steps.map(([what, token, element, run]) => ({
      what: what as Line['steps'][number]['what'],
      token,
      element,
      name: nameOf(published, element),
      ...(run !== undefined && { run }),
    })),
  }))
}

const nameOf = ({ program: { model } }: Published, element: string): string =>
  model.nodes[element]?.name ?? model.flows[element]?.name ?? ''
