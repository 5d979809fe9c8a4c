import type { Named, Performer } from './effects.ts'
import { itemName } from './loop.ts'
import { type Node, performerText } from './model.ts'
import { contextOf, type Run, tokenOf } from './run.ts'

const KINDS = ['user', 'group', 'position', 'department', 'role'] as const

/** The performers of a task. In a loop over people each run has its own. */
export function performersOf(run: Run, no: number, node: Node): Performer[] {
  const text = performerText(run.program.model, node)
  const isOwn = tokenOf(run, no).run !== undefined && text === `variable:${node.loop?.over}`
  return readPerformers(run, no, isOwn ? `variable:${itemName(node)}` : text)
}

/**
 * `group:crm/managers, variable:manager`: variables are resolved here, the rest by the host. Performers
 * after `||` are used when those before it name nobody.
 */
export function readPerformers(run: Run, no: number, text: string): Performer[] {
  const choices = text.split('||').map((choice) => readAll(run, no, choice))
  return choices.find(({ length }) => length > 0) ?? []
}

const readAll = (run: Run, no: number, text: string): Performer[] =>
  partsOf(text).flatMap((part) => readPerformer(run, no, part))

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readPerformer(run: Run, no: number, text: string): Performer[] {
  const [, kind = '', value = ''] = /^(\w+):(.*)$/.exec(text) ?? []
  const known = KINDS.find((each) => each === kind)
  if (known) return [{ kind: known, value }]
  const context = contextOf(run, no)
  return idsIn(context[kind === 'variable' ? value : text]).map((id) => ({ kind: 'id', value: id }))
}

/** What each side of `||` names, one by one, for steps in which nobody may be left out. */
export const readChoices = (run: Run, no: number, text: string): Named[][] =>
  text.split('||').map((choice) => partsOf(choice).flatMap((part) => readNamed(run, no, part)))

function readNamed(run: Run, no: number, text: string): Named[] {
  const performers = readPerformer(run, no, text)
  if (performers.length === 0) return [{ text, performer: null }]
  return performers.map((performer) => ({
    text: performers.length === 1 ? text : `${text} (${performer.value})`,
    performer,
  }))
}

/** Links are lists of ids, or of objects that have one. */
function idsIn(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value]
  return members.flatMap((each) => {
    if (typeof each === 'string' && each !== '') return [each]
    const { id } = (each ?? {}) as { id?: unknown }
    return typeof id === 'string' ? [id] : []
  })
}
