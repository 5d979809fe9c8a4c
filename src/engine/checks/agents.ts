import { namesIn, toolName } from '../agent.ts'
import { initialsOf } from '../initial.ts'
import { type Model, type Node, nodesOf, performerText } from '../model.ts'
import { parseDuration } from '../time/duration.ts'
import { type Check, problem } from './problem.ts'

/** What an agent may be given besides its goal. */
export const AGENT_SETTINGS = [
  'operations',
  'user',
  'approval',
  'model',
  'maxSteps',
  'maxTokens',
  'maxTime',
]

/** Names that models accept for tools. */
const TOOL = /^[\w-]{1,64}$/

/** Every agent has tools that exist, a user whose rights they have, and somebody who approves. */
export const checkAgents: Check = (model, { hasOperation }) =>
  nodesOf(model)
    .filter(({ type }) => type === 'agent')
    .flatMap((node) =>
      [
        ...checkTools(model, node, hasOperation),
        ...checkApproval(model, node),
        ...checkLimits(node),
      ].map((message) => problem(node, message)),
    )

const activitiesOf = (model: Model, { id }: Node): string[] =>
  initialsOf(nodesOf(model).filter(({ parent }) => parent === id)).map((each) => each.id)

function checkTools(model: Model, node: Node, hasOperation?: (name: string) => boolean): string[] {
  const operations = namesIn(node.settings.operations)
  const all = [...activitiesOf(model, node), ...operations]
  const names = all.map(toolName)
  return [
    ...operations
      .filter((name) => hasOperation && !hasOperation(name))
      .map((name) => `an agent cannot use the operation "${name}"`),
    ...(operations.length > 0 && !node.settings.user
      ? ['operations need the setting "user": they have the rights of that user']
      : []),
    ...all
      .filter((name) => !TOOL.test(toolName(name)))
      .map((name) => `"${name}" is no name for a tool, expected up to 64 letters, digits, _ and -`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `two tools are called "${name}"`),
  ]
}

function checkApproval(model: Model, node: Node): string[] {
  const named = namesIn(node.settings.approval)
  const tools = [...activitiesOf(model, node), ...namesIn(node.settings.operations)]
  return [
    ...named
      .filter((name) => !tools.includes(name))
      .map((name) => `"${name}" in "approval" is none of its activities and operations`),
    ...(named.length > 0 && performerText(model, node) === ''
      ? ['kontor:performer has to say who approves']
      : []),
  ]
}

function checkLimits({ settings: { maxSteps = '1', maxTokens = '1', maxTime = 'PT1S' } }: Node) {
  const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text)
  return [
    ...(isCount(maxSteps) ? [] : ['"maxSteps" is a whole number from 1']),
    ...(isCount(maxTokens) ? [] : ['"maxTokens" is a whole number from 1']),
    ...(parseDuration(maxTime) ? [] : [`"maxTime" is a duration such as PT5M`]),
  ]
}
