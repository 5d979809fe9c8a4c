import { checkAll } from './checks/all.ts'
import type { Surroundings } from './checks/problem.ts'
import { foreignIn } from './foreign.ts'
import { nameElements, processesOf } from './ids.ts'
import { isError, type Model, type ModelProblem } from './model.ts'
import { parse, sortWarnings } from './parse.ts'
import { type Place, placesOf } from './places.ts'
import { readProcess } from './read.ts'

export type Compiled = {
  model?: Model
  problems: ModelProblem[]
  /** Where each element stands. */
  places?: Record<string, Place>
}

const LARGEST = 5 * 1024 ** 2

/**
 * Turns BPMN 2.0 XML into the graph that the engine runs. What it cannot carry out is listed, each
 * with its element, and never silently left away. Warnings do not stand in the way.
 */
export async function compile(xml: string, surroundings: Surroundings = {}): Promise<Compiled> {
  if (xml.length > LARGEST) return failed(`the diagram is larger than ${LARGEST / 1024 ** 2} MiB`)
  const parsed = await parse(xml)
  if ('message' in parsed) return { problems: [parsed] }
  const executable = processesOf(parsed.root)
  const [process] = executable
  if (!process) return failed('the diagram has no executable process')
  if (executable.length > 1) {
    const names = executable.map(({ id }) => id).join(', ')
    return failed(`the diagram has more than one executable process: ${names}`)
  }
  const places = placesOf(xml, process, nameElements(process))
  const { model, problems } = readProcess(process)
  const stumbled = sortWarnings(parsed.warnings)
  const first = [...stumbled.problems, ...problems]
  const broken = new Set(first.filter(isError).map(({ element }) => element))
  // Of an element that could not be read, or leads to one, nothing else is said.
  const found = checkAll(model, surroundings).filter(
    ({ element }) => !broken.has(element) && !stumbled.blameless.has(element),
  )
  const all = [...first, ...found, ...foreignIn(process)]
  return all.some(isError) ? { problems: all, places } : { model, problems: all, places }
}

const failed = (message: string): Compiled => ({ problems: [{ element: '', name: '', message }] })
