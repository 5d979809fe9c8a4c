import fc from 'fast-check'
import type { Model, Node } from '../model.ts'
import { type Builder, build } from './build.ts'

/** A part of a process with one entry and one exit. */
type Block =
  | { kind: 'step'; type: 'user' | 'task' | 'script' | 'status' }
  | { kind: 'catch'; trigger: 'timer' | 'message' | 'signal' }
  | { kind: 'sequence'; parts: Block[] }
  | { kind: 'exclusive' | 'parallel' | 'inclusive'; branches: Block[] }
  | { kind: 'events'; branches: Block[] }
  | { kind: 'cycle'; body: Block }
  | { kind: 'inside'; body: Block; watcher: Watcher; times: number }

type Watcher = 'none' | 'timer' | 'message' | 'soft' | 'error' | 'handler'

const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('step' as const),
      type: fc.constantFrom('user', 'task', 'script', 'status'),
    }),
    fc.record({
      kind: fc.constant('catch' as const),
      trigger: fc.constantFrom('timer', 'message', 'signal'),
    }),
    fc.record({
      kind: fc.constant('sequence' as const),
      parts: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constantFrom('exclusive', 'parallel', 'inclusive', 'events'),
      branches: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('cycle' as const), body: tie('block') }),
    fc.record({
      kind: fc.constant('inside' as const),
      body: tie('block'),
      watcher: fc.constantFrom('none', 'timer', 'message', 'soft', 'error', 'handler'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  ) as fc.Arbitrary<Block>,
}))

/** Every split has its join: such a process always ends. */
export const blocks: fc.Arbitrary<Model> = block.map((tree) => {
  const builder = build()
  const last = add(builder, tree, builder.node({ type: 'start' }), {})
  builder.flow(last, builder.node({ type: 'end' }))
  return builder.model
})

type Scope = { parent?: string }

/** Adds a block after an element and returns the last element of the block. */
function add(builder: Builder, tree: Block, from: string, scope: Scope): string {
  if (tree.kind === 'sequence') {
    return tree.parts.reduce((last, part) => add(builder, part, last, scope), from)
  }
  if (tree.kind === 'step') return then(builder, from, scope, { type: tree.type, script: 'x' })
  if (tree.kind === 'catch') return then(builder, from, scope, catching(tree.trigger))
  if (tree.kind === 'cycle') return addCycle(builder, tree.body, from, scope)
  if (tree.kind === 'inside') return addInside(builder, tree, from, scope)
  return addBranches(builder, tree, from, scope)
}

type Draft = Parameters<Builder['node']>[0]

function then(builder: Builder, from: string, { parent }: Scope, draft: Draft): string {
  const id = builder.node({ ...draft, ...(parent !== undefined && { parent }) })
  builder.flow(from, id)
  return id
}

const TRIGGERS = {
  timer: { kind: 'timer', name: 'timeDuration', value: 'PT1H' },
  message: { kind: 'message', name: 'm', value: '' },
  signal: { kind: 'signal', name: 'g', value: '' },
}

const catching = (trigger: keyof typeof TRIGGERS): Draft => ({
  type: 'event',
  trigger: TRIGGERS[trigger],
})

function addCycle(builder: Builder, body: Block, from: string, scope: Scope): string {
  const merge = then(builder, from, scope, { type: 'gateway', gateway: 'exclusive' })
  const task = then(builder, merge, scope, { type: 'user' })
  const split = then(builder, add(builder, body, task, scope), scope, {
    type: 'gateway',
    gateway: 'exclusive',
  })
  builder.flow(split, merge, 'b0')
  const out = then(builder, split, scope, { type: 'task' })
  return out
}

type Branching = Extract<Block, { branches: Block[] }>

function addBranches(builder: Builder, tree: Branching, from: string, scope: Scope): string {
  const { kind, branches } = tree
  const gateway = kind === 'events' ? 'event' : kind
  const split = then(builder, from, scope, { type: 'gateway', gateway })
  const ends = branches.map((branch, index) => {
    const draft: Draft = kind === 'events' ? catching('message') : { type: 'task' }
    const head = then(builder, split, scope, draft)
    const flow = builder.model.flows[builder.model.nodes[head]?.incoming[0] ?? '']
    const isChosen = index > 0 && (kind === 'exclusive' || kind === 'inclusive')
    if (flow && isChosen) flow.condition = `b${index}`
    return add(builder, branch, head, scope)
  })
  const merging = kind === 'events' ? 'exclusive' : kind
  const join = then(builder, ends[0] ?? split, scope, { type: 'gateway', gateway: merging })
  for (const end of ends.slice(1)) builder.flow(end, join)
  return then(builder, join, scope, { type: 'task' })
}

type Inside = Extract<Block, { kind: 'inside' }>

function addInside(builder: Builder, { body, watcher, times }: Inside, from: string, scope: Scope) {
  const loop: Node['loop'] = { kind: 'parallel', over: String(times), until: '', condition: '' }
  const id = then(builder, from, scope, { type: 'subprocess', ...(times > 1 && { loop }) })
  const inner = { parent: id }
  const start = builder.node({ type: 'start', parent: id })
  const end = then(builder, add(builder, body, start, inner), inner, { type: 'end' })
  if (watcher === 'error') {
    const node = builder.model.nodes[end] as Node
    node.trigger = { kind: 'error', name: 'x', value: '' }
  }
  if (watcher === 'handler') addHandler(builder, id)
  const out = then(builder, id, scope, { type: 'gateway', gateway: 'exclusive' })
  if (['timer', 'message', 'soft', 'error'].includes(watcher))
    watch(builder, id, out, watcher, scope)
  return out
}

/** An interrupting event continues where the sub-process does; a non-interrupting one ends by itself. */
function watch(builder: Builder, on: string, out: string, watcher: Watcher, scope: Scope): void {
  const trigger =
    watcher === 'error'
      ? { kind: 'error', name: '', value: '' }
      : TRIGGERS[watcher === 'timer' ? 'timer' : 'message']
  const id = builder.node({
    type: 'event',
    attachedTo: on,
    trigger,
    isInterrupting: watcher !== 'soft',
    ...(scope.parent !== undefined && { parent: scope.parent }),
  })
  if (watcher !== 'soft') builder.flow(id, out)
  else then(builder, then(builder, id, scope, { type: 'user' }), scope, { type: 'end' })
}

function addHandler(builder: Builder, parent: string): void {
  const handler = builder.node({ type: 'subprocess', parent, isHandler: true })
  const inner = { parent: handler }
  const start = builder.node({
    type: 'start',
    parent: handler,
    trigger: TRIGGERS.message,
    isInterrupting: false,
  })
  then(builder, then(builder, start, inner, { type: 'user' }), inner, { type: 'end' })
}

const KINDS: Draft[] = [
  { type: 'user' },
  { type: 'user' },
  { type: 'task' },
  { type: 'script', script: 'x' },
  { type: 'end' },
  { type: 'end', trigger: { kind: 'terminate', name: '', value: '' } },
  { type: 'gateway', gateway: 'exclusive' },
  { type: 'gateway', gateway: 'inclusive' },
  { type: 'gateway', gateway: 'inclusive' },
  { type: 'gateway', gateway: 'parallel' },
  { type: 'gateway', gateway: 'parallel' },
]

/** Anything connected to anything: such a process may get stuck, but never breaks. */
export const tangles: fc.Arbitrary<Model> = fc
  .record({
    kinds: fc.array(fc.nat(KINDS.length - 1), { minLength: 2, maxLength: 9 }),
    ways: fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(6)), { minLength: 2, maxLength: 16 }),
  })
  .map(({ kinds, ways }) => {
    const builder = build()
    const start = builder.node({ type: 'start' })
    const ids = kinds.map((kind) => builder.node(KINDS[kind] as Draft))
    builder.flow(start, ids[0] as string)
    for (const [from, to, condition] of ways) {
      const [source, target] = [ids[from % ids.length], ids[to % ids.length]]
      if (source === undefined || target === undefined) continue
      if (builder.model.nodes[source]?.type === 'end') continue
      const isChoice = builder.model.nodes[source]?.gateway !== 'parallel'
      builder.flow(source, target, isChoice && condition < 3 ? `b${condition}` : '')
    }
    return builder.model
  })
