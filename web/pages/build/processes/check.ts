import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Model } from '../../../../src/engine/model.ts'
import { useTold } from '../../../texts/told.ts'
import { type ElementProblem, toElementProblem } from './problems.ts'

export type Checked = { xml: string; model?: Model; problems: ElementProblem[] }

/** The checks of the engine, which is loaded for it: they need no server. */
async function check(xml: string, variables: Record<string, string>): Promise<Checked> {
  const { compile } = await import('../../../../src/engine/compile.ts')
  const { model, problems } = await compile(xml, { variables })
  return { xml, ...(model && { model }), problems: problems.map(toElementProblem) }
}

/** The last answer stays until the next one is there. */
export function useChecks(xml: string, variables: Record<string, string>): Checked | undefined {
  const { data } = useQuery({
    queryKey: ['check a diagram', xml, variables],
    queryFn: () => check(xml, variables),
    placeholderData: (last) => last,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: xml !== '',
  })
  const told = useTold()
  return useMemo(
    () =>
      data && {
        ...data,
        problems: data.problems.map((each) => ({ ...each, message: told(each.message) })),
      },
    [data, told],
  )
}

/** The text with a drawing: one that has none is drawn from left to right. */
export async function drawn(xml: string): Promise<string> {
  if (/<(\w+:)?BPMNDiagram[\s>]/.test(xml)) return xml
  const [{ compile }, { withDrawing }] = await Promise.all([
    import('../../../../src/engine/compile.ts'),
    import('../../../../src/engine/drawing.ts'),
  ])
  const { model } = await compile(xml)
  return model ? withDrawing(xml, model) : xml
}
