import type { Values } from '../../../engine/state.ts'
import { tokenIn } from '../../../engine/tokens.ts'
import type { Context } from '../../../platform/context.ts'
import type { Held } from '../hold.ts'
import { mappedValues, readChanges, requireNamed } from '../variables.ts'

/**
 * Validates the result of a worker before anything happens: names and types of variables, and whether the worker
 * may read the objects they refer to. An invalid result is refused, and the worker keeps its lock.
 */
export async function readResult(
  ctx: Context,
  { instance, published }: Held,
  { token, node, variables }: { token: number; node: string; variables: Values },
): Promise<Values> {
  const { program, byCode } = published
  const stored = mappedValues(program, node, variables)
  const local = localNames({ instance, published }, token)
  const own = Object.entries(stored).filter(([name]) => !local.has(name))
  const values = readChanges(byCode, Object.fromEntries(own))
  await requireNamed(ctx, byCode, { values, before: instance.context })
  const hasMappings = program.facts(node).outputs.length > 0
  return hasMappings ? variables : { ...stored, ...values }
}

/** Names that only the step and its scopes know: of loops and of sub-processes. */
function localNames({ instance, published }: Held, token: number): Set<string> {
  const names = new Set<string>()
  for (let no = token; no !== 0; ) {
    const at = tokenIn(instance.control, no)
    if (!at) break
    const { outputItem } = published.program.node(at.node).loop ?? {}
    if (outputItem !== undefined) names.add(outputItem)
    for (const name of Object.keys(at.locals ?? {})) names.add(name)
    no = at.scope
  }
  return names
}
