import { v5 } from 'uuid'
import { ExpressionError } from '../../engine/expressions/expression.ts'
import type { Flow } from '../../engine/model.ts'
import type { Values } from '../../engine/state.ts'
import { invalid } from '../../lib/errors.ts'
import type { Published } from './published.ts'
import type { Task } from './store/tasks.ts'

/** The answers on a sheet or to an agent, and how they are offered. */
const APPROVE = [
  { word: 'approved', name: 'Approve', buttonClass: 'primary' },
  { word: 'rejected', name: 'Reject', buttonClass: 'danger' },
] as const

const ANSWERS = {
  approval: APPROVE,
  permission: APPROVE,
  inform: [{ word: 'done', name: 'Done', buttonClass: 'primary' }],
} as const

type Answer = { word: string; name: string; buttonClass: string }

/** The answers of a task on a sheet; undefined for tasks whose exits are flows. */
const answersOf = ({ kind }: Pick<Task, 'kind'>): readonly Answer[] | undefined =>
  kind in ANSWERS ? ANSWERS[kind as keyof typeof ANSWERS] : undefined

/** Answers are not flows of the diagram, so each task has its own ids for them. */
export const answerId = (instanceId: string, token: number, word: string): string =>
  v5(`exit:${token}:${word}`, instanceId)

/** The flow, or the answer on a sheet, with an id. */
export function findExit(
  { program, blockId }: Published,
  task: Pick<Task, 'kind' | 'node' | 'instance_id' | 'token'>,
  exitId: string,
): string | undefined {
  const id = exitId.toLowerCase()
  const answers = answersOf(task)
  if (!answers) {
    const flows = program.node(task.node).outgoing
    return flows.find((each) => each === exitId || blockId(each) === id)
  }
  return answers
    .map(({ word }) => word)
    .find((word) => word === exitId || answerId(task.instance_id, task.token, word) === id)
}

/** All exits of a task, also those whose condition does not hold now. */
export function exitsOf(
  { program, blockId, say }: Published,
  task: Pick<Task, 'kind' | 'node'>,
): { id: string; name: string }[] {
  const answers = answersOf(task)
  if (answers) return answers.map(({ word, name }) => ({ id: word, name: say(name) }))
  const flows = program.node(task.node).outgoing.map(program.flow)
  return flows.map(({ id, name }) => ({ id: blockId(id), name: name || say('Done') }))
}

export function unknownExit(exits: readonly { id: string; name: string }[]) {
  const known = exits.map(({ id, name }) => `${id} ("${name}")`).join(', ')
  return invalid('exit does not belong to the task', [
    { path: 'exitId', message: `expected one of ${known}` },
  ])
}

export type OfferedExit = {
  id: string
  name: string
  type: 'plain' | 'default'
  buttonClass: string
  confirm: 'none' | 'text' | 'form'
  confirmText: string
  skipCheck: boolean
  formFields: { code: string; required: boolean; readonly: boolean }[]
}

const PLAIN = {
  type: 'plain',
  confirm: 'none',
  confirmText: '',
  skipCheck: false,
  formFields: [],
} as const satisfies Partial<OfferedExit>

/** The buttons of a task. An exit with a condition is offered only while the condition holds. */
export function offeredExits(published: Published, task: Task, context: Values): OfferedExit[] {
  const { program } = published
  const answers = answersOf(task)
  if (answers) {
    const { instance_id, token } = task
    const asks = program.node(task.node).settings.confirm ?? 'none'
    return answers.map(({ word, name, buttonClass }) => ({
      ...PLAIN,
      id: answerId(instance_id, token, word),
      name: published.say(name),
      buttonClass,
      confirm: asks === 'all' || asks === word ? 'text' : 'none',
      formFields: [],
    }))
  }
  const flows = program.node(task.node).outgoing.map(program.flow)
  const holds = ({ condition }: Flow) => condition === '' || isTrue(published, condition, context)
  return flows.filter(holds).map((flow) => toExit(published, flow))
}

function isTrue({ program }: Published, condition: string, context: Values): boolean {
  try {
    return program.expressions.holds(condition, context)
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

function toExit(
  { program, blockId, say }: Published,
  { id, name, source, exit }: Flow,
): OfferedExit {
  return {
    id: blockId(id),
    name: name || say('Done'),
    type: program.node(source).defaultFlow === id ? 'default' : 'plain',
    buttonClass: exit.buttonClass || 'default',
    confirm: exit.confirm === 'text' || exit.confirm === 'form' ? exit.confirm : 'none',
    confirmText: exit.confirmText,
    skipCheck: exit.skipCheck,
    formFields: exit.form.map(({ code, required, readonly }) => ({ code, required, readonly })),
  }
}
