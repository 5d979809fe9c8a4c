import assert from 'node:assert/strict'
import type { Effect } from '../effects.ts'
import type { AgentTurn } from '../elements/agent.ts'
import type { EngineEvent } from '../events.ts'
import { migrate } from '../migrate.ts'
import type { Model } from '../model.ts'
import { type Program, prepare } from '../program.ts'
import type { Untimed } from '../simulate.ts'
import { type Control, newState, type State, type Token, type Wait } from '../state.ts'
import { statusOf } from '../status.ts'
import { type Step, step } from '../step.ts'
import { tokensIn } from '../tokens.ts'

/** A Friday afternoon: what is due in working time is due after the weekend. */
const BEGINNING = Date.parse('2026-01-02T15:00:00Z')
const HOUR = 3_600_000
const MOST_TOKENS = 60

/** Runs a model once and checks the invariants after every step. */
export function checkLaws(model: Model, picks: number[]): void {
  const program = prepare(model)
  const world: World = new Map()
  const values = { b0: false, b1: true, b2: false, list: ['a', 'b'] }
  let now = BEGINNING
  const at = () => new Date(now).toISOString()
  let last = follow(program, newState(), { type: 'start', at: at(), values }, world)
  for (const pick of picks) {
    if (isEnough(last)) return
    now += (pick % 5) * HOUR
    const events = possible(program, last.state.control)
    const chosen = events[pick % events.length]
    if (!chosen) return
    const event = { ...chosen, at: at() } as EngineEvent
    const flags = { b0: pick % 7 === 0, b1: pick % 2 === 0, b2: pick % 3 === 0 }
    const given = event.type === 'submitted' ? { ...event, values: flags } : event
    last = follow(program, last.state, given, world)
  }
}

const isEnough = ({ state, effects }: Step): boolean =>
  state.control.end !== undefined ||
  Object.keys(tokensIn(state.control)).length > MOST_TOKENS ||
  effects.some(({ type }) => type === 'continue')

/** The open requests of a host, by token. */
type World = Map<number, Wait>

function follow(program: Program, state: State, event: EngineEvent, world: World): Step {
  const before = JSON.stringify(state)
  const next = step(program, state, event)
  assert.equal(JSON.stringify(state), before, 'a step changes its input')
  const stored = JSON.parse(before) as State
  assert.deepEqual(step(program, stored, event), next, 'a stored state gives a different step')
  assert.deepEqual(JSON.parse(JSON.stringify(next.state)), next.state, 'a state is not plain JSON')
  if (next.refused !== undefined) return next
  settle(world, event, next.effects)
  checkShape(next.state.control)
  checkNothingVanished(state.control, next)
  checkWorld(world, next.state.control)
  checkNotSilent(program, next)
  checkMove(program, next.state, event.at)
  checkTimes(program, next.effects, event.at)
  return next
}

const ASKED: Partial<Record<Effect['type'], Wait>> = {
  'task.create': 'task',
  'timer.arm': 'timer',
  job: 'job',
  'child.start': 'child',
}

const ANSWERED: Effect['type'][] = [
  ...(['task.close', 'task.cancel', 'timer.cancel', 'job.cancel', 'child.cancel'] as const),
]
const ANSWERS: EngineEvent['type'][] = ['due', 'done', 'failed', 'child.ended', 'child.failed']

/** Tracks the requests of a host: requested, answered and withdrawn, each once. */
function settle(world: World, event: EngineEvent, effects: Effect[]): void {
  if (ANSWERS.includes(event.type) && 'token' in event) world.delete(event.token ?? 0)
  for (const effect of effects) {
    if (effect.type === 'subscribe') world.set(effect.token, effect.subscription.kind)
    const asked = ASKED[effect.type]
    if (asked !== undefined && 'token' in effect) {
      assert.ok(!world.has(effect.token), `${effect.type} twice for token ${effect.token}`)
      world.set(effect.token, asked)
    }
    const isOver = ANSWERED.includes(effect.type) || effect.type === 'unsubscribe'
    if (isOver && 'token' in effect) {
      assert.ok(world.delete(effect.token), `${effect.type} for nothing, token ${effect.token}`)
    }
  }
}

/** The open requests of the host are exactly what the tokens wait for. */
function checkWorld(world: World, control: Control): void {
  const outside = new Set<Wait>(['task', 'timer', 'job', 'child', 'message', 'signal'])
  const waiting = Object.entries(tokensIn(control)).flatMap(([no, { waits }]) =>
    waits !== undefined && outside.has(waits) ? [`${no} ${waits}`] : [],
  )
  const kept = [...world].map(([no, waits]) => `${no} ${waits}`)
  assert.deepEqual(waiting.toSorted(), kept.toSorted(), 'the open requests of the host differ')
}

/** Every token's scope and watched token exist, and tokens that wait for others have others to wait for. */
export function checkShape(control: Control): void {
  const { end, ready } = control
  const tokens = tokensIn(control)
  const all = Object.entries(tokens).map(([no, token]) => ({ no: Number(no), ...token }))
  const exists = (no: number) => no === 0 || tokens[no] !== undefined
  const own = all.filter(({ watches }) => watches === undefined)
  if (end) assert.deepEqual(all, [], 'a process that has ended has tokens')
  else assert.ok(own.length > 0, 'a running process has no token')
  for (const { no, scope, watches, waits, node } of all) {
    assert.ok(exists(scope) && exists(watches ?? 0), `token ${no} has no scope or watches nothing`)
    assert.ok(waits !== undefined || ready.includes(no), `token ${no} at ${node} waits for nothing`)
    if (waits !== 'inside' && waits !== 'runs') continue
    if (ready.includes(no)) continue
    const isAlive = own.some((other) => other.scope === no)
    assert.ok(isAlive, `token ${no} at ${node} waits for nobody inside`)
  }
}

/** Exactly the tokens that are gone were left or cancelled. */
export function checkNothingVanished(before: Control, { state, effects }: Step): void {
  const here = new Set(elementsIn(before))
  for (const effect of effects) {
    if (effect.type === 'entered') here.add(effect.token)
    if (effect.type !== 'left' && effect.type !== 'cancelled') continue
    assert.ok(here.delete(effect.token), `token ${effect.token} is ${effect.type} twice`)
  }
  const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b)
  assert.deepEqual(sorted(here), sorted(elementsIn(state.control)), 'tokens vanished')
}

/** The tokens that have entered an element: neither ready tokens nor watchers, nor agents inside theirs. */
const elementsIn = (control: Control): number[] =>
  Object.entries(tokensIn(control))
    .filter(([no, { watches, isPast, isAgent }]) => {
      const isElement = watches === undefined && !isPast && !isAgent
      return isElement && !control.ready.includes(Number(no))
    })
    .map(([no]) => Number(no))

/** A stuck instance has an incident, unless a boundary event may still bring tokens. */
function checkNotSilent(program: Program, { state, effects }: Step): void {
  const { control } = state
  if (control.end || effects.some(({ type }) => type === 'continue')) return
  const tokens = Object.values(tokensIn(control))
  const own = tokens.filter(({ watches }) => watches === undefined)
  const isIdle = own.every(({ waits }) => ['join', 'inside', 'runs'].includes(waits ?? ''))
  const hasBorder = tokens.some(
    ({ watches, node }) => watches !== undefined && program.node(node).attachedTo !== undefined,
  )
  if (isIdle && !hasBorder) assert.equal(statusOf(control), 'error', 'stuck without an incident')
}

/** Moving an instance to its own version changes nothing. */
function checkMove(program: Program, state: State, at: string): void {
  if (state.control.end || state.control.ready.length > 0) return
  const isUnderWay = Object.values(tokensIn(state.control)).some(
    ({ waits }) => waits === 'operation' || waits === 'reading',
  )
  if (isUnderWay) return
  const moved = migrate(state, { from: program, to: program, plan: {}, at })
  assert.deepEqual(moved.problems, [], 'a version cannot move onto itself')
  assert.deepEqual(moved.state, state, 'a move onto itself changes the state')
  const others = moved.effects.filter(({ type }) => type !== 'moved')
  assert.deepEqual(others, [], 'a move onto itself has effects')
}

/** Nothing is due before it was asked for, and working time is over while people work. */
function checkTimes(program: Program, effects: Effect[], now: string): void {
  for (const effect of effects) {
    if (effect.type !== 'timer.arm' && effect.type !== 'task.create') continue
    const { due, node } = effect
    if (due === null) continue
    assert.ok(due >= now, `${node} is due at ${due}, before ${now}`)
    const { due: text = '', trigger, triggers = [] } = program.node(node)
    const all = [text, trigger?.value ?? '', ...triggers.map(({ value }) => value)]
    if (!all.some((each) => each.includes('working'))) continue
    const moment = new Date(due)
    const isWorked = ![0, 6].includes(moment.getUTCDay()) && /T(09|1[0-6]|17:00:00.000)/.test(due)
    assert.ok(isWorked, `${node} is due at ${due}, when nobody works`)
  }
}

/** Every event that could happen next. */
function possible(program: Program, control: Control): Untimed[] {
  return Object.entries(tokensIn(control)).flatMap(([no, token]) => [
    ...answersTo(program, Number(no), token),
    ...changesAt(program, Number(no), token),
  ])
}

/** What an operator does to a step that waits; some of it is refused. */
function changesAt(program: Program, no: number, { node, waits, watches }: Token): Untimed[] {
  if (watches !== undefined || !['task', 'timer', 'job', 'child'].includes(waits ?? '')) return []
  const others = Object.keys(program.model.nodes)
  const to = others[(no * 7) % others.length] ?? node
  return [
    { type: 'modify', changes: [{ type: 'move', token: no, node: to }] },
    { type: 'modify', changes: [{ type: 'cancel', token: no }] },
  ]
}

function answersTo(program: Program, no: number, token: Token): Untimed[] {
  const base = { token: no }
  const { outgoing, gateway, type, ...node } = program.node(token.node)
  const trigger = token.part === undefined ? node.trigger : node.triggers?.[token.part]
  if (token.waits === 'task') {
    const exits = outgoing.length === 0 ? [undefined] : outgoing
    const done = exits.map(
      (exit): Untimed => ({ ...base, type: 'submitted', ...(exit && { exit }) }),
    )
    return [...done, { ...base, type: 'restart' }]
  }
  if (token.waits === 'inside' && type === 'subprocess') return [{ ...base, type: 'restart' }]
  if (token.waits === 'timer') return [{ ...base, type: 'due' }]
  if (token.waits === 'message') return [{ ...base, type: 'message', name: trigger?.name ?? '' }]
  if (token.waits === 'signal') return [{ type: 'signal', name: trigger?.name ?? '' }]
  if (token.waits === 'selection') {
    const chosen = program
      .facts(token.node)
      .starts.map(({ id }): Untimed => ({ ...base, type: 'activate', node: id }))
    return [...chosen, { ...base, type: 'complete' }, { ...base, type: 'restart' }]
  }
  if (token.waits === 'child') {
    const failure = { message: 'it did not work', code: 'x' }
    return [
      { ...base, type: 'child.ended', values: {} },
      { ...base, type: 'child.failed', failure },
      { ...base, type: 'child.escalated', code: 'e' },
    ]
  }
  if (token.waits === 'job') {
    const results = token.isAgent ? turnsAt(program, token.node) : [JOBS[type]]
    const done = results.map((result): Untimed => ({ ...base, type: 'done', result }))
    return [...done, failed(no)]
  }
  if (token.waits === 'repair' && !gateway && token.watches === undefined) {
    return outgoing.map((flow) => ({ ...base, type: 'skip', flow }))
  }
  return []
}

/** What steps are answered with, where it matters. */
const JOBS: Record<string, unknown> = { decision: { name: 'b0', value: true } }

/** Everything that an agent can decide. */
const turnsAt = (program: Program, node: string): AgentTurn[] => [
  { type: 'again' },
  { type: 'ask', name: 'Pay', text: 'May I?' },
  { type: 'finish', answer: 'done' },
  ...program
    .facts(node)
    .starts.map(({ id }): AgentTurn => ({ type: 'begin', activity: id, arguments: { b1: true } })),
]

const failed = (token: number): Untimed => ({
  type: 'failed',
  token,
  failure: { message: 'it did not work', code: 'x' },
})
