import type { Calendar } from '../lib/calendar.ts'
import { cancel } from './cancel.ts'
import type { Effect } from './effects.ts'
import type { Node } from './model.ts'
import { type Program, ROOT } from './program.ts'
import {
  attempt,
  begin,
  emit,
  enterAgain,
  nodeOf,
  type Run,
  tokenOf,
  toState,
  triggerOf,
  unsubscribe,
} from './run.ts'
import type { Done, State, Token } from './state.ts'
import { advance } from './step.ts'
import { tokenIn, tokensIn } from './tokens.ts'
import { arm, awaitedName, listen } from './watchers.ts'

/** Maps elements and flows of the old version to the new one where their ids have changed. */
export type Plan = {
  nodes?: Record<string, string>
  flows?: Record<string, string>
  /** Timers keep their time, or are worked out again by the new version from now on. */
  timers?: 'keep' | 'recompute'
}

export type Migration = {
  /** The instance on the new version; unchanged if it cannot move. */
  state: State
  effects: Effect[]
  /** Why it cannot move, each with its token and element. */
  problems: { token: number; node: string; message: string }[]
}

type Move = { from: Program; to: Program; plan: Plan; at: string; calendar?: Calendar | undefined }

/**
 * Moves an instance to another version of its process: all tokens or none. It is pure, so discarding the
 * result makes it a dry run.
 */
export function migrate(state: State, move: Move): Migration {
  const { end } = state.control
  const tokens = tokensIn(state.control)
  if (end) return refuse(state, [{ token: 0, node: '', message: 'the process has ended' }])
  const all = Object.entries(tokens).map(([no, token]) => ({ no: Number(no), token }))
  const problems = all.flatMap(({ no, token }) => {
    const message = obstacle(move, tokens, token)
    return message ? [{ token: no, node: token.node, message }] : []
  })
  return problems.length > 0 ? refuse(state, problems) : carryOver(state, move)
}

const refuse = (state: State, problems: Migration['problems']): Migration => ({
  state,
  effects: [],
  problems,
})

const target = ({ to, plan }: Move, id: string): Node | undefined =>
  to.model.nodes[plan.nodes?.[id] ?? id]

const targetFlow = ({ plan }: Move, id: string): string => plan.flows?.[id] ?? id

/** Why a token cannot move to its new element. Watchers can always move. */
function obstacle(move: Move, tokens: Record<number, Token>, token: Token): string | undefined {
  if (token.watches !== undefined) return undefined
  if (token.waits === 'operation' || token.waits === 'reading') return 'the step is under way'
  const [old, node] = [move.from.node(token.node), target(move, token.node)]
  if (!node) return 'the new version does not have this element'
  if (!isAlike(old, node)) return `"${node.id}" is another kind of element in the new version`
  if (node.parent !== expectedParent(move, tokens, token)) {
    return `"${node.id}" stands in another sub-process in the new version`
  }
  const flows = [token.waits === 'join' ? token.via : undefined]
  const isLost = flows.some(
    (id) => id !== undefined && !node.incoming.includes(targetFlow(move, id)),
  )
  if (isLost) return `the flow "${token.via}" does not lead to "${node.id}" in the new version`
  const exits = [token.exit, token.loop?.exit]
  return exits.some((id) => id !== undefined && !node.outgoing.includes(targetFlow(move, id)))
    ? `the exit that was taken does not lead out of "${node.id}" in the new version`
    : undefined
}

export const isAlike = (old: Node, node: Node): boolean =>
  old.type === node.type &&
  old.gateway === node.gateway &&
  old.trigger?.kind === node.trigger?.kind &&
  old.loop?.kind === node.loop?.kind &&
  old.isThrowing === node.isThrowing &&
  old.isTransaction === node.isTransaction &&
  (old.adHoc === undefined) === (node.adHoc === undefined)

/** The sub-process around a token; runs of a loop and people of a sheet belong to their own element. */
function expectedParent(
  move: Move,
  tokens: Record<number, Token>,
  token: Token,
): string | undefined {
  let at = token
  while (at.run !== undefined || at.respondent !== undefined || at.isAgent)
    at = tokens[at.scope] as Token
  const scope = tokens[at.scope]
  const around = scope && target(move, scope.node)
  return around?.calls ?? around?.id
}

function carryOver(state: State, move: Move): Migration {
  const run = begin(move.to, state, move.at, move.calendar)
  for (const [no, { watches }] of run.tokens.all()) {
    const isGone = watches === undefined || !run.tokens.has(no)
    if (!isGone && !isStillWatching(run, no, move)) cancelOld(run, no, move)
  }
  for (const [no, token] of run.tokens.all()) carry(run, no, token, move)
  for (const [no] of run.tokens.all()) renew(run, no, state, move)
  run.done = carryDone(run.done, move)
  armNew(run, state, move)
  advance(run)
  return { state: toState(run), effects: run.effects, problems: [] }
}

/** What the new version does not have can no longer be undone. */
const carryDone = (all: readonly Done[], move: Move): Done[] =>
  all.flatMap(({ node, inner, ...done }) => {
    const id = target(move, node)?.id
    return id === undefined
      ? []
      : [{ ...done, node: id, ...(inner && { inner: carryDone(inner, move) }) }]
  })

/** A watcher moves along if it watches the same element for the same kind of event. */
function isStillWatching(run: Run, no: number, move: Move): boolean {
  const token = tokenOf(run, no)
  const [old, node] = [move.from.node(token.node), target(move, token.node)]
  if (!node || !isAlike(old, node) || node.isInterrupting !== old.isInterrupting) return false
  const watched = token.watches ? tokenOf(run, token.watches) : undefined
  if (token.part !== undefined) return isSamePart(old, node, token.part)
  const host = watched ? target(move, watched.node)?.id : undefined
  if (node.attachedTo !== undefined) return node.attachedTo === host
  if (node.type !== 'start') return true
  return move.to.facts(host ?? ROOT).handlers.some(({ id }) => id === node.id)
}

/** One of several triggers goes along with its event. */
const isSamePart = (old: Node, node: Node, part: number): boolean =>
  old.triggers?.length === node.triggers?.length &&
  old.triggers?.[part]?.kind === node.triggers?.[part]?.kind

/** The old element may no longer exist: only its requests are withdrawn. */
function cancelOld(run: Run, no: number, move: Move): void {
  const program = run.program
  run.program = move.from
  cancel(run, no)
  run.program = program
}

function carry(run: Run, no: number, token: Token, move: Move): void {
  const { id } = target(move, token.node) as Node
  const moved: Token = { ...token, node: id }
  if (token.via !== undefined) moved.via = targetFlow(move, token.via)
  if (token.exit !== undefined) moved.exit = targetFlow(move, token.exit)
  if (token.loop?.exit) moved.loop = { ...token.loop, exit: targetFlow(move, token.loop.exit) }
  if (token.undo) moved.undo = carryDone(token.undo, move)
  if (token.had) moved.had = token.had.map((id) => targetFlow(move, id))
  run.tokens.set(no, moved)
  if (token.watches === undefined) emit(run, { type: 'moved', token: no, node: token.node, to: id })
}

/** Subscribes again where the name has changed, re-evaluates joins with other flows, and timers if wanted. */
function renew(run: Run, no: number, { control }: State, move: Move): void {
  const token = tokenOf(run, no)
  const old = tokenIn(control, no)
  if (old && token.waits === 'join' && hasOtherFlows(move, old, nodeOf(run, no))) {
    enterAgain(run, no, token)
  }
  if (old && token.waits === 'timer' && move.plan.timers === 'recompute') armAgain(run, no)
  if (!old || (token.waits !== 'message' && token.waits !== 'signal')) return
  const { trigger, triggers } = move.from.node(old.node)
  const before = old.part === undefined ? trigger : triggers?.[old.part]
  if (awaitedName(old.node, before) === awaitedName(token.node, triggerOf(run, no))) return
  unsubscribe(run, no)
  attempt(run, no, () => listen(run, no))
}

function armAgain(run: Run, no: number): void {
  if (triggerOf(run, no)?.kind !== 'timer') return
  emit(run, { type: 'timer.cancel', token: no })
  const { due: _, repeats: __, ...token } = tokenOf(run, no)
  run.tokens.set(no, token)
  attempt(run, no, () => listen(run, no))
}

function hasOtherFlows(move: Move, old: Token, { incoming }: Node): boolean {
  const flows = move.from.node(old.node).incoming.map((id) => targetFlow(move, id))
  return flows.length !== incoming.length || flows.some((id) => !incoming.includes(id))
}

/**
 * Boundary events and event sub-processes that only the new version has start watching now. Those of the
 * old version that no longer watch have already happened.
 */
function armNew(run: Run, { control }: State, move: Move): void {
  const before = new Set(Object.values(tokensIn(control)).map(watching))
  const now = new Set(run.tokens.all().map(([, token]) => watching(token)))
  const arming = { before, now, move }
  armScope(run, 0, { old: ROOT, node: ROOT, ...arming })
  for (const [no, token] of run.tokens.all()) {
    const old = tokenIn(control, no)
    const isElement =
      token.watches === undefined && token.respondent === undefined && !token.isAgent
    if (!old || !isElement || run.ready.has(no)) continue
    const each = { old: old.node, node: token.node, ...arming }
    if (token.run === undefined) armBorder(run, no, each)
    if (token.waits === 'inside' || token.waits === 'selection') armScope(run, no, each)
  }
}

const watching = ({ watches, node }: Token): string => `${watches} ${node}`

type Arming = { old: string; node: string; before: Set<string>; now: Set<string>; move: Move }

function armBorder(run: Run, no: number, { old, node, before, now, move }: Arming): void {
  const gone = move.from.facts(old).border.filter(({ id }) => !before.has(`${no} ${id}`))
  const happened = new Set(gone.map(({ id }) => target(move, id)?.id))
  const { border } = run.program.facts(node)
  arm(
    run,
    no,
    border.filter(({ id }) => !now.has(`${no} ${id}`) && !happened.has(id)),
  )
}

/** When an interrupting event sub-process runs, its scope has no other watchers. */
function armScope(run: Run, no: number, { old, node, before, now, move }: Arming): void {
  const gone = move.from.facts(old).handlers.filter(({ id }) => !before.has(`${no} ${id}`))
  if (gone.some(({ isInterrupting }) => isInterrupting !== false)) return
  const happened = new Set(gone.map(({ id }) => target(move, id)?.id))
  const { handlers } = run.program.facts(node)
  arm(
    run,
    no,
    handlers.filter(({ id }) => !now.has(`${no} ${id}`) && !happened.has(id)),
  )
}
