import fc from 'fast-check'
import type { Model, Node, Trigger } from '../model.ts'
import { type Builder, build } from './build.ts'

/** A scope with every supported element, connected at random. */
type Scope = {
  kinds: number[]
  ways: [number, number, number][]
  /** Sub-processes, with or without a loop. */
  inner: { scope: Scope; loop: number }[]
  /** Boundary events: their activity, trigger, whether they interrupt, and their target. */
  border: [number, number, boolean, number][]
  /** Events of which the first one counts: their triggers and targets. */
  race?: [number, number][]
  handler?: { trigger: number; isInterrupting: boolean; throws: number }
}

const SMALL: Scope = { kinds: [0], ways: [], inner: [], border: [] }

const { scope } = fc.letrec<{ scope: Scope }>((tie) => ({
  scope: fc.record(
    {
      kinds: fc.array(fc.nat(200), { minLength: 1, maxLength: 6 }),
      ways: fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(6)), { minLength: 1, maxLength: 10 }),
      inner: fc.array(
        fc.record({
          scope: fc.oneof(
            { maxDepth: 2, depthIdentifier: 'scope' },
            fc.constant(SMALL),
            tie('scope'),
          ),
          loop: fc.nat(20),
        }),
        { maxLength: 2, depthIdentifier: 'scope' },
      ),
      border: fc.array(fc.tuple(fc.nat(10), fc.nat(30), fc.boolean(), fc.nat(10)), {
        maxLength: 3,
      }),
      race: fc.array(fc.tuple(fc.nat(30), fc.nat(10)), { minLength: 2, maxLength: 3 }),
      handler: fc.record({
        trigger: fc.nat(30),
        isInterrupting: fc.boolean(),
        throws: fc.nat(10),
      }),
    },
    { requiredKeys: ['kinds', 'ways', 'inner', 'border'] },
  ) as fc.Arbitrary<Scope>,
}))

type Draft = Parameters<Builder['node']>[0]

const named = (kind: string, name: string) => ({ kind, name, value: '' })
const hour = { kind: 'timer', name: 'timeDuration', value: 'PT1H' }
const cycle = { kind: 'timer', name: 'timeCycle', value: 'R2/PT1H' }
const working = { kind: 'timer', name: 'timeDuration', value: '4 working hours' }
const held = { kind: 'condition', name: '', value: 'b0' }

const thrown = (kind: string, name: string): Draft => ({
  type: 'event',
  isThrowing: true,
  trigger: named(kind, name),
})

const several = (isParallelMultiple: boolean): Draft => ({
  type: 'event',
  trigger: named('multiple', ''),
  triggers: [named('signal', 'g'), named('message', 'm'), hour],
  isParallelMultiple,
})

const undoing = { kind: 'compensation', name: '', value: 'wait' }

const KINDS: Draft[] = [
  { type: 'user' },
  { type: 'user' },
  { type: 'task' },
  { type: 'script', script: 'x' },
  { type: 'user', loop: loopOf('parallel', '2') },
  { type: 'user', loop: loopOf('sequential', '2') },
  { type: 'user', loop: loopOf('sequential', 'list') },
  { type: 'event', trigger: named('signal', 'g') },
  { type: 'event', trigger: named('message', 'm') },
  { type: 'event', trigger: hour },
  { type: 'event', trigger: held },
  { type: 'event', trigger: working },
  { type: 'user', due: '2 working days' },
  { type: 'worker', topic: 't' },
  { type: 'decision', decision: 'ws/limit' },
  { type: 'call', called: 'ws/other' },
  thrown('signal', 'g'),
  thrown('signal', 'h'),
  thrown('message', 'm'),
  thrown('escalation', 'e'),
  { type: 'end' },
  { type: 'end', trigger: named('terminate', '') },
  { type: 'end', trigger: named('signal', 'h') },
  { type: 'end', trigger: named('escalation', 'e') },
  { type: 'end', trigger: named('error', 'x') },
  { type: 'gateway', gateway: 'exclusive' },
  { type: 'gateway', gateway: 'inclusive' },
  { type: 'gateway', gateway: 'inclusive' },
  { type: 'gateway', gateway: 'parallel' },
  { type: 'gateway', gateway: 'parallel' },
  several(false),
  several(true),
  { type: 'event', isThrowing: true, trigger: undoing },
  { type: 'event', isThrowing: true, trigger: { ...undoing, value: 'continue' } },
  { type: 'end', trigger: undoing },
  { type: 'end', trigger: named('cancel', '') },
  { type: 'gateway', gateway: 'complex', activation: 'activationCount >= 2' },
  { type: 'gateway', gateway: 'complex' },
  { type: 'task', completionQuantity: 2 },
  { type: 'user', startQuantity: 2 },
  { type: 'user', loop: { ...loopOf('parallel', 'list'), output: 'out', outputItem: 'o' } },
  {
    type: 'user',
    loop: { ...loopOf('parallel', '2'), events: [{ trigger: named('signal', 'g'), when: '' }] },
  },
]

const TRIGGERS = [
  named('signal', 'g'),
  named('signal', 'h'),
  named('message', 'm'),
  named('escalation', 'e'),
  named('escalation', ''),
  named('error', ''),
  hour,
  working,
  cycle,
  held,
  undoing,
  undoing,
  undoing,
  named('cancel', ''),
  named('multiple', ''),
]

function loopOf(kind: 'parallel' | 'sequential', over: string): NonNullable<Node['loop']> {
  return { kind, over, until: '', condition: '' }
}

const adHoc = { isSequential: false, until: 'b2', keepsRest: false }

/** What a sub-process can be besides a plain one. */
const SCOPES: Partial<Node>[] = [
  { loop: loopOf('parallel', '2') },
  { loop: loopOf('sequential', '2') },
  { loop: loopOf('parallel', 'list') },
  {},
  {},
  { isTransaction: true },
  { isTransaction: true, loop: loopOf('sequential', '2') },
  { isTransaction: true, loop: loopOf('parallel', '2') },
  { adHoc },
  { adHoc: { ...adHoc, until: '', keepsRest: true } },
  { adHoc: { ...adHoc, isSequential: true } },
  { type: 'agent', adHoc: { ...adHoc, until: '' } },
  { type: 'agent', adHoc },
]

/** Anything connected to anything: such a process may get stuck or fail, but never breaks an invariant. */
export const lively: fc.Arbitrary<Model> = scope.map((tree) => {
  const builder = build()
  fill(builder, tree, undefined)
  return builder.model
})

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

function fill(builder: Builder, tree: Scope, parent: string | undefined): void {
  const node = (draft: Draft) => builder.node({ ...draft, ...(parent !== undefined && { parent }) })
  const start = node({ type: 'start' })
  const ids = tree.kinds.map((kind) => node(pick(KINDS, kind)))
  for (const { scope: inside, loop } of tree.inner) {
    const id = node({ type: 'subprocess', ...pick(SCOPES, loop) })
    fill(builder, inside, id)
    ids.push(id)
  }
  builder.flow(start, ids[0] as string)
  for (const [from, to, condition] of tree.ways) {
    connect(builder, pick(ids, from), { to: pick(ids, to), condition })
  }
  for (const watcher of tree.border) addBorder(builder, ids, watcher, node)
  if (tree.race) addRace(builder, ids, tree.race, node)
  if (tree.handler) addHandler(builder, tree.handler, node)
}

function connect(
  builder: Builder,
  from: string,
  { to, condition }: { to: string; condition: number },
): void {
  const source = builder.model.nodes[from] as Node
  if (source.type === 'end') return
  const isAsked = source.gateway !== 'parallel' && source.type !== 'user' && condition < 3
  builder.flow(from, to, isAsked ? `b${condition}` : '')
}

const ACTIVITIES = ['user', 'task', 'script', 'subprocess']

function addBorder(
  builder: Builder,
  ids: string[],
  [on, trigger, isSoft, to]: Scope['border'][number],
  node: (draft: Draft) => string,
): void {
  const hosts = ids.filter((id) => ACTIVITIES.includes(builder.model.nodes[id]?.type ?? ''))
  if (hosts.length === 0) return
  const what = pick(TRIGGERS, trigger)
  const isInterrupting = !isSoft || isAlwaysInterrupting(what)
  const host = pick(hosts, on)
  const id = node({ type: 'event', attachedTo: host, ...parts(what), isInterrupting })
  if (what.kind !== 'compensation') builder.flow(id, pick(ids, to))
  else undo(builder, id, node({ type: isSoft ? 'user' : 'task', isForCompensation: true }))
}

function undo(builder: Builder, event: string, activity: string): void {
  const node = builder.model.nodes[event] as Node
  node.undoneBy = activity
}

/** An event with several triggers has an error among them. */
const isAlwaysInterrupting = ({ kind }: Trigger) => kind === 'error' || kind === 'multiple'

const parts = (trigger: Trigger): Partial<Node> => ({
  trigger,
  ...(trigger.kind === 'multiple' && {
    triggers: [named('error', ''), named('signal', 'g'), hour],
  }),
})

const AWAITED = [named('signal', 'g'), named('message', 'm'), hour, working]

/** An event gateway behind the first element, so that it is reached. */
function addRace(
  builder: Builder,
  ids: string[],
  race: [number, number][],
  node: (draft: Draft) => string,
): void {
  const gateway = node({ type: 'gateway', gateway: 'event' })
  connect(builder, ids[0] as string, { to: gateway, condition: 3 })
  for (const [trigger, to] of race) {
    const event = node({ type: 'event', trigger: pick(AWAITED, trigger) })
    builder.flow(gateway, event)
    builder.flow(event, pick(ids, to))
  }
}

function addHandler(
  builder: Builder,
  { trigger, isInterrupting, throws }: NonNullable<Scope['handler']>,
  node: (draft: Draft) => string,
): void {
  const handler = node({ type: 'subprocess', isHandler: true })
  const what = pick(TRIGGERS, trigger)
  const inside = (draft: Draft) => builder.node({ ...draft, parent: handler })
  const start = inside({
    type: 'start',
    ...parts(what),
    isInterrupting: isInterrupting || isAlwaysInterrupting(what),
  })
  const task = inside({ type: 'user' })
  builder.flow(start, task)
  builder.flow(task, inside(throws < 3 ? thrown('escalation', 'e') : { type: 'end' }))
}
