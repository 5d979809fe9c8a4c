import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect } from './effects.ts'
import type { EngineEvent } from './events.ts'
import type { Model, Node } from './model.ts'
import { checkNothingVanished, checkShape } from './models/laws.ts'
import { blocks, tangles } from './models/random.ts'
import { type Program, prepare } from './program.ts'
import { type Control, newState, type State, type Token } from './state.ts'
import { statusOf } from './status.ts'
import { type Step, step } from './step.ts'
import { tokensIn } from './tokens.ts'

const AT = '2026-01-01T00:00:00.000Z'
const MOST_EVENTS = 60
const MOST_TOKENS = 100

const stimuli = fc.array(fc.nat(1000), { minLength: MOST_EVENTS, maxLength: MOST_EVENTS })

/** Every event that could happen next. */
const possible = (program: Program, control: Control): EngineEvent[] =>
  Object.entries(tokensIn(control)).flatMap(([no, token]) => answersTo(program, Number(no), token))

function answersTo(program: Program, no: number, token: Token): EngineEvent[] {
  const base = { token: no, at: AT }
  const { outgoing, trigger, gateway } = program.node(token.node)
  if (token.waits === 'task') {
    const exits = outgoing.length === 0 ? [undefined] : outgoing
    const done = exits.map(
      (exit): EngineEvent => ({ ...base, type: 'submitted', ...(exit && { exit }) }),
    )
    return [...done, { ...base, type: 'restart' }]
  }
  if (token.waits === 'timer') return [{ ...base, type: 'due' }]
  if (token.waits === 'message') return [{ ...base, type: 'message', name: trigger?.name ?? '' }]
  if (token.waits === 'signal') return [{ at: AT, type: 'signal', name: trigger?.name ?? '' }]
  if (token.waits === 'job' || token.waits === 'operation') return [{ ...base, type: 'done' }]
  if (token.waits === 'repair' && !gateway)
    return outgoing.map((flow) => ({ ...base, type: 'skip', flow }))
  return []
}

type Life = { program: Program; steps: Step[]; isOver: boolean }

/** Runs a model once: the picks choose each event and change the conditions. */
function live(model: Model, picks: number[], keep: (state: State) => State): Life {
  const program = prepare(model)
  const values = { b0: false, b1: true, b2: false, b3: true }
  const steps = [step(program, newState(), { type: 'start', at: AT, values })]
  for (const pick of picks) {
    const { state, effects } = steps.at(-1) as Step
    if (isEnough(state.control, effects)) break
    const events = possible(program, state.control)
    const event = events[pick % events.length]
    if (!event) break
    const flags = { b0: pick % 7 === 0, b1: pick % 2 === 0, b2: pick % 3 === 0, b3: pick % 5 === 0 }
    const given = event.type === 'submitted' ? { ...event, values: flags } : event
    const next = step(program, keep(state), given)
    if (next.refused === undefined) steps.push(next)
  }
  return { program, steps, isOver: steps.at(-1)?.state.control.end !== undefined }
}

/** A tangle may multiply tokens or loop forever. */
const isEnough = (control: Control, effects: Effect[]): boolean =>
  control.end !== undefined ||
  Object.keys(tokensIn(control)).length > MOST_TOKENS ||
  effects.some(({ type }) => type === 'continue')

/** Answers every request until the instance ends or stops. */
function bringToEnd({ program, steps }: Life): Control {
  let { state } = steps.at(-1) as Step
  for (let left = 1000; left > 0 && !state.control.end; left--) {
    const own = Object.entries(tokensIn(state.control)).filter(([, { watches }]) => !watches)
    const [event] = possible(program, { ...state.control, tokens: Object.fromEntries(own) })
    if (!event) break
    const given = event.type === 'submitted' ? { ...event, values: { b0: false } } : event
    state = step(program, state, given).state
  }
  return state.control
}

const untouched = (state: State) => deepFreeze(state)
const stored = (state: State): State => JSON.parse(JSON.stringify(state))

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}

/** A parallel join completes with exactly one token of each incoming flow. */
function checkParallelJoins(model: Model, steps: Step[]): void {
  const via = new Map<number, string>()
  let together: string[] = []
  for (const effect of steps.flatMap(({ effects }) => effects)) {
    if (effect.type === 'taken') via.set(effect.token, effect.flow)
    if (effect.type !== 'left') {
      together = []
      continue
    }
    const { gateway, incoming, id } = model.nodes[effect.node] as Node
    together.push(via.get(effect.token) ?? '')
    if (gateway !== 'parallel') together = []
    else if (together.length === incoming.length) {
      expect([id, ...together.toSorted()]).toEqual([id, ...incoming.toSorted()])
    }
  }
}

/** The incoming flows of a gateway by which a token at an element could still arrive, searched forwards. */
function couldComeBy({ nodes, flows }: Model, from: string, gateway: string): Set<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const search = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const flow of nodes[id]?.outgoing ?? []) {
      const target = flows[flow]?.target ?? ''
      if (target === gateway) found.add(flow)
      else search(target)
    }
  }
  search(from)
  return found
}

/** A second implementation of the standard's rule: may the gateway complete with these tokens elsewhere? */
function isEnabled(model: Model, gateway: Node, arrived: Set<string>, others: string[]): boolean {
  if (arrived.size === 0) return false
  return others.every((other) => {
    const ways = couldComeBy(model, other, gateway.id)
    const isNeeded = gateway.incoming.some((flow) => ways.has(flow) && !arrived.has(flow))
    return !isNeeded || gateway.incoming.some((flow) => ways.has(flow) && arrived.has(flow))
  })
}

/** In a tangle an inclusive join completes exactly when the standard says so. */
function checkByTheBook(model: Model, steps: Step[]): void {
  const here = new Map<number, { node: string; via: string; hasStumbled?: boolean }>()
  const via = new Map<number, string>()
  const joins = Object.values(model.nodes).filter(
    ({ gateway, incoming }) => gateway === 'inclusive' && incoming.length > 1,
  )
  const look = (join: Node) => {
    const all = [...here.values()]
    const waiting = all.filter(({ node, hasStumbled }) => node === join.id && !hasStumbled)
    const arrived = new Set(waiting.map((each) => each.via))
    return isEnabled(
      model,
      join,
      arrived,
      all.map(({ node }) => node).filter((id) => id !== join.id),
    )
  }
  for (const { effects, state } of steps) {
    let left = ''
    for (const effect of effects) {
      if (effect.type === 'taken') via.set(effect.token, effect.flow)
      const join = effect.type === 'left' && joins.find(({ id }) => id === effect.node)
      if (join && left !== join.id) expect([join.id, look(join)]).toEqual([join.id, true])
      left = join ? join.id : ''
      if (effect.type === 'entered') {
        here.set(effect.token, { node: effect.node, via: via.get(effect.token) ?? '' })
      }
      if (effect.type === 'left' || effect.type === 'cancelled') here.delete(effect.token)
      if (effect.type === 'incident.raise') {
        here.set(effect.token, { node: effect.node, via: '', hasStumbled: true })
      }
    }
    const isAtRest = !state.control.end && state.control.ready.length === 0
    if (isAtRest) for (const join of joins) expect([join.id, look(join)]).toEqual([join.id, false])
  }
}

function checkLife({ steps }: Life): void {
  let before = newState().control
  for (const each of steps) {
    checkShape(each.state.control)
    checkNothingVanished(before, each)
    before = each.state.control
  }
}

const OPTIONS = { seed: 20_260_101, numRuns: 200 }

test('a process made of blocks loses no token, and ends when every request is answered', () => {
  fc.assert(
    fc.property(blocks, stimuli, (model, picks) => {
      const life = live(model, picks, untouched)

      checkLife(life)
      checkParallelJoins(model, life.steps)
      for (const { state } of life.steps) expect(statusOf(state.control)).not.toBe('error')
      expect(bringToEnd(life)).toMatchObject({ tokens: {}, end: { kind: 'done' } })
    }),
    OPTIONS,
  )
})

test('a tangle of elements may get stuck, but never breaks and always reports an incident', () => {
  fc.assert(
    fc.property(tangles, stimuli, (model, picks) => {
      const life = live(model, picks, untouched)

      checkLife(life)
      checkParallelJoins(model, life.steps)
      checkByTheBook(model, life.steps)
      const { control } = (life.steps.at(-1) as Step).state
      const waits = Object.values(tokensIn(control)).map((token) => token.waits)
      if (!life.isOver)
        expect(waits.some((each) => each !== 'join' && each !== 'inside')).toBe(true)
    }),
    OPTIONS,
  )
})

const either = fc.oneof(blocks, tangles)

test('the same events give the same states, also when every state is stored and read back', () => {
  fc.assert(
    fc.property(either, stimuli, (model, picks) => {
      const first = live(model, picks, untouched)
      const second = live(stored(model as never) as never, picks, stored)

      expect(second.steps.map(({ state, effects }) => [state, effects])).toEqual(
        first.steps.map(({ state, effects }) => [state, effects]),
      )
    }),
    OPTIONS,
  )
})
