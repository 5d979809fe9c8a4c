import type { Performer } from './effects.ts'
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

function readAll(run: Run, no: number, text: string): Performer[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').flatMap((part) => readPerformer(run, no, part))
}

function readPerformer(run: Run, no: number, text: string): Performer[] {
  const [, kind = '', value = ''] = /^(\w+):(.*)$/.exec(text) ?? []
  const known = KINDS.find((each) => each === kind)
  if (known) return [{ kind: known, value }]
  const context = contextOf(run, no)
  return idsIn(context[kind === 'variable' ? value : text]).map((id) => ({ kind: 'id', value: id }))
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
