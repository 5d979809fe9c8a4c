import { checkAll } from './checks/all.ts'
import type { Surroundings } from './checks/problem.ts'
import { foreignIn } from './foreign.ts'
import { nameElements, processesOf } from './ids.ts'
import { type ElementLocation, locationsOf } from './locations.ts'
import { isError, type Model, type ModelProblem } from './model.ts'
import { parse, sortWarnings } from './parse.ts'
import { sortPools } from './pools.ts'
import { readProcess } from './read.ts'
import { DEEPEST, isTooDeep } from './refuse.ts'

export type Compiled = {
  model?: Model
  problems: ModelProblem[]
  /** The location of each element in the file. */
  locations?: Record<string, ElementLocation>
}

const LARGEST = 5 * 1024 ** 2

/**
 * Compiles BPMN 2.0 XML into the graph that the engine runs. Everything unsupported is reported with its
 * element; nothing is silently ignored. Warnings do not prevent compilation.
 */
export async function compile(xml: string, surroundings: Surroundings = {}): Promise<Compiled> {
  if (xml.length > LARGEST) return failed(`the diagram is larger than ${LARGEST / 1024 ** 2} MiB`)
  const parsed = await parse(xml)
  if ('message' in parsed) return { problems: [parsed] }
  const [first, ...rest] = processesOf(parsed.root)
  if (!first) return failed('the diagram has no executable process')
  if ([first, ...rest].some(isTooDeep)) {
    return failed(`sub-processes are nested more than ${DEEPEST} levels deep`)
  }
  const unnamed = new Map([first, ...rest].map((each) => [each, nameElements(each)]))
  const { main, others, problems: left } = sortPools(parsed.root, [first, ...rest])
  const locations = locationsOf(xml, main, unnamed.get(main) ?? [])
  const { model, problems } = readProcess(main, others, parsed.root)
  const sorted = sortWarnings(parsed.warnings)
  const found = [...sorted.problems, ...left, ...problems]
  const broken = new Set(found.filter(isError).map(({ element }) => element))
  // Elements that could not be read, or lead to one, have one problem already.
  const checked = checkAll(model, surroundings).filter(
    ({ element }) => !broken.has(element) && !sorted.blameless.has(element),
  )
  const all = [...found, ...checked, ...[main, ...others].flatMap(foreignIn)]
  return all.some(isError) ? { problems: all, locations } : { model, problems: all, locations }
}

const failed = (message: string): Compiled => ({ problems: [{ element: '', name: '', message }] })
