import { BpmnModdle } from 'bpmn-moddle'
import { checkAll } from './checks/all.ts'
import type { Surroundings } from './checks/problem.ts'
import { extension } from './extension.ts'
import { nameElements, processesOf } from './ids.ts'
import type { Model, ModelProblem } from './model.ts'
import { readProcess } from './read.ts'
import type { Element } from './refuse.ts'

export type Compiled = { model?: Model; problems: ModelProblem[] }

const LARGEST = 5 * 1024 ** 2

/**
 * Turns BPMN 2.0 XML into the graph that the engine runs. What it cannot carry out is listed, each
 * with its element, and never silently left away.
 */
export async function compile(xml: string, surroundings: Surroundings = {}): Promise<Compiled> {
  if (xml.length > LARGEST) return failed(`the diagram is larger than ${LARGEST / 1024 ** 2} MiB`)
  const parsed = await parse(xml)
  if ('message' in parsed) return failed(parsed.message)
  const executable = processesOf(parsed.root)
  const [process] = executable
  if (!process) return failed('the diagram has no executable process')
  if (executable.length > 1) {
    const names = executable.map(({ id }) => id).join(', ')
    return failed(`the diagram has more than one executable process: ${names}`)
  }
  nameElements(process)
  const { model, problems } = readProcess(process)
  const found = checkAll(model, surroundings)
  const all = [...parsed.problems, ...problems, ...found]
  return all.length > 0 ? { problems: all } : { model, problems: [] }
}

const failed = (message: string): Compiled => ({ problems: [{ element: '', name: '', message }] })

type Parsed = { root: Element; problems: ModelProblem[] }

async function parse(xml: string): Promise<Parsed | { message: string }> {
  try {
    const { rootElement, warnings } = await new BpmnModdle({ kontor: extension }).fromXML(xml)
    const problems = warnings.map(toProblem)
    return { root: rootElement as Element, problems: problems.filter((each) => each !== undefined) }
  } catch (error) {
    return { message: `this is not BPMN 2.0 XML: ${oneLine((error as Error).message)}` }
  }
}

type Warning = { message: string; element?: { id?: string; name?: string } }

/** Foreign extensions of other tools do no harm; anything else the reader stumbled over does. */
function toProblem({ message, element }: Warning): ModelProblem | undefined {
  const isForeign = /unknown attribute <(?!kontor:)|unknown type <(?!kontor:|bpmn:)/.test(message)
  if (isForeign) return undefined
  return { element: element?.id ?? '', name: element?.name ?? '', message: oneLine(message) }
}

const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?nested error:/, ':')
    .trim()
