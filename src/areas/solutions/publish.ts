import { dirname, join } from 'node:path/posix'
import { type Model, type ModelProblem, nodesOf } from '../../engine/model.ts'
import { findUnstorable, isStorable, UNSTORABLE } from '../../lib/storable.ts'
import type { Context } from '../../platform/context.ts'
import { type ProblemKind, ScriptError } from '../../platform/scripts/problem.ts'
import type { Publication, Publishing } from './work.ts'

/** Compiles a diagram; what the engine would not carry out is told with its element. */
export async function publishProcess(
  ctx: Context,
  bpmn: string,
  { file, code, body, processes }: Publishing,
): Promise<Publication> {
  const variables = Object.fromEntries(
    Object.entries(body.variables).map(([name, { type }]) => [name, type]),
  )
  const { model, problems } = await ctx.diagrams.compile({ xml: bpmn, variables, processes })
  const more = model ? [...checkTexts(bpmn, model), ...(await checkScripts(ctx, model))] : []
  const all = [...problems, ...more]
  const diagram = join(dirname(file), body.bpmn ?? `${code}.bpmn`)
  return {
    graph: model,
    problems: all.map(({ element, name, message, severity }) => ({
      file: diagram,
      line: lineOf(bpmn, element),
      column: 1,
      message: element === '' ? message : `${name ? `${name} (${element})` : element}: ${message}`,
      ...(severity && { severity }),
    })),
  }
}

/** A character may also be written as a reference, such as `&#0;`. */
function checkTexts(bpmn: string, model: Model): ModelProblem[] {
  if (isStorable(bpmn) && !findUnstorable(model)) return []
  return [{ element: '', name: '', message: UNSTORABLE }]
}

/** Of a busy machine nobody can say that a script is wrong: only what is written in it counts. */
const WRONG: ProblemKind[] = ['syntax', 'too_large']

async function checkScripts({ scripts }: Context, model: Model): Promise<ModelProblem[]> {
  const found: ModelProblem[] = []
  for (const { id: element, name, script } of nodesOf(model)) {
    const problem = script === undefined ? undefined : await scripts.check(script)
    if (!problem || !WRONG.includes(problem.kind)) continue
    found.push({ element, name, message: new ScriptError(problem).message })
  }
  return found
}

/** Elements have ids, not places: the line where the id stands is where people look. */
function lineOf(text: string, id: string): number {
  const at = id === '' ? -1 : text.indexOf(`id="${id}"`)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
