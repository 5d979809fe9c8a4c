import { dirname, join } from 'node:path/posix'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { compile } from '../../engine/compile.ts'
import type { Publication } from './work.ts'

/** Compiles a diagram; what the engine would not carry out is told with its element. */
export async function publishProcess(
  bpmn: string,
  { file, code, body }: LoadedDefinition<'process'>,
): Promise<Publication> {
  const variables = Object.fromEntries(
    Object.entries(body.variables).map(([name, { type }]) => [name, type]),
  )
  const { model, problems } = await compile(bpmn, { variables })
  const diagram = join(dirname(file), body.bpmn ?? `${code}.bpmn`)
  return {
    graph: model,
    problems: problems.map(({ element, name, message }) => ({
      file: diagram,
      line: lineOf(bpmn, element),
      column: 1,
      message: element === '' ? message : `${name || element}: ${message}`,
    })),
  }
}

/** Elements have ids, not places: the line where the id stands is where people look. */
function lineOf(text: string, id: string): number {
  const at = id === '' ? -1 : text.indexOf(`id="${id}"`)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
