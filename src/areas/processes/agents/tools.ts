import { argumentsOf, namesIn, toolName } from '../../../engine/agent.ts'
import type { Node } from '../../../engine/model.ts'
import type { Program } from '../../../engine/program.ts'
import type { InnerOperations } from '../../../platform/inner-call.ts'
import { badReply, type ToolCall } from './model-endpoint.ts'

/** A tool of the model. */
export type Tool = {
  kind: 'activity' | 'operation'
  /** The name for the model. */
  name: string
  /** The id of the activity, or the name of the operation. */
  id: string
  /** The name for people. */
  title: string
  description: string
  parameters: object
  /** A person has to approve the call. */
  isDangerous: boolean
}

/** The activities of an agent, and the operations that it is given. */
export function toolsOf(program: Program, node: Node, operations: InnerOperations): Tool[] {
  const dangerous = namesIn(node.settings.approval)
  const activities = program.facts(node.id).starts.map((each) => ({
    kind: 'activity' as const,
    id: each.id,
    title: each.name || each.id,
    description: each.name || each.id,
    parameters: activityParameters(each),
  }))
  const called = namesIn(node.settings.operations).flatMap((id) => {
    const described = operations.describe(id)
    return described ? [{ kind: 'operation' as const, id, title: id, ...described }] : []
  })
  return [...activities, ...called].map((tool) => ({
    ...tool,
    name: toolName(tool.id),
    isDangerous: dangerous.includes(tool.id),
  }))
}

function activityParameters(node: Node): object {
  const names = argumentsOf(node)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    required: names,
    additionalProperties: false,
  }
}

/** Longer values belong in files. */
const LONGEST_ARGUMENTS = 100_000

/** The tool of a call and its arguments; throws for an invalid call. */
export function readCall(tools: readonly Tool[], { function: called }: ToolCall) {
  const tool = tools.find(({ name }) => name === called.name)
  if (!tool) throw badReply(`the model asked for the tool "${called.name}", which it does not have`)
  const { length } = called.arguments
  if (length > LONGEST_ARGUMENTS) {
    throw badReply(
      `the model called "${called.name}" with ${length} characters, at most ${LONGEST_ARGUMENTS} are allowed`,
    )
  }
  const given = parse(called.arguments)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const text = called.arguments.slice(0, 200)
    throw badReply(`the model called "${called.name}" with ${text}, expected a JSON object`)
  }
  return { tool, given: given as Record<string, unknown> }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return undefined
  }
}

/** What is wrong with the arguments of an activity. */
export function wrongArguments(node: Node, given: Record<string, unknown>): string | undefined {
  const names = argumentsOf(node)
  const missing = names.filter((name) => !(name in given))
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (missing.length > 0) return `missing arguments: ${missing.join(', ')}`
  if (unknown.length > 0) return `unknown arguments: ${unknown.join(', ')}`
  return undefined
}
