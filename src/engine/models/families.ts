import type { Model, Node } from '../model.ts'
import { type Builder, build } from './build.ts'

/** Models of one shape and any size, to measure how the work grows. */
export const families: Record<string, (size: number) => Model> = {
  'branches of a choice in a cycle, all into one join': (size) =>
    made((builder, start) => {
      const merge = after(builder, start, { type: 'gateway', gateway: 'exclusive' })
      const split = after(builder, merge, { type: 'gateway', gateway: 'exclusive' })
      const join = builder.node({ type: 'gateway', gateway: 'parallel' })
      for (let at = 0; at < size; at++) {
        const way = builder.node({ type: 'task' })
        builder.flow(split, way, `x == ${at}`)
        builder.flow(way, join)
      }
      const again = after(builder, join, { type: 'gateway', gateway: 'exclusive' })
      builder.flow(again, merge, 'again')
      return again
    }),
  'branches of a choice behind a long chain, all into one join': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) last = after(builder, last, { type: 'task' })
      return branch(builder, last, { size, from: 'exclusive', to: 'parallel' })
    }),
  'choices with a parallel join, one after the other': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) {
        last = branch(builder, last, { size: 2, from: 'exclusive', to: 'parallel' })
      }
      return last
    }),
  'parallel splits and joins, one after the other': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) {
        last = branch(builder, last, { size: 2, from: 'parallel', to: 'parallel' })
      }
      return last
    }),
  'sub-processes side by side': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) {
        const inside = after(builder, last, { type: 'subprocess' })
        const begin = builder.node({ type: 'start', parent: inside })
        builder.flow(begin, builder.node({ type: 'end', parent: inside }))
        last = inside
      }
      return last
    }),
  'links one after the other': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) {
        const trigger = { kind: 'link', name: `l${at}`, value: '' }
        after(builder, last, { type: 'event', isThrowing: true, trigger })
        last = builder.node({ type: 'event', trigger })
      }
      return last
    }),
  'event gateways one after the other': (size) =>
    made((builder, start) => {
      let last = start
      for (let at = 0; at < size; at++) {
        const gateway = after(builder, last, { type: 'gateway', gateway: 'event' })
        last = builder.node({ type: 'task' })
        for (const name of ['a', 'b']) {
          const trigger = { kind: 'message', name, value: '' }
          builder.flow(after(builder, gateway, { type: 'event', trigger }), last)
        }
      }
      return last
    }),
  'boundary events on one activity': (size) =>
    made((builder, start) => {
      const task = after(builder, start, { type: 'user' })
      const trigger = { kind: 'message', name: 'm', value: '' }
      for (let at = 0; at < size; at++) {
        builder.node({ type: 'event', attachedTo: task, trigger, isInterrupting: false })
      }
      return task
    }),
}

function made(fill: (builder: Builder, start: string) => string): Model {
  const builder = build()
  const start = builder.node({ type: 'start' })
  after(builder, fill(builder, start), { type: 'end' })
  return builder.model
}

type Draft = Partial<Node> & Pick<Node, 'type'>

function after(builder: Builder, last: string, draft: Draft): string {
  const id = builder.node(draft)
  builder.flow(last, id)
  return id
}

type Branching = { size: number; from: Node['gateway']; to: Node['gateway'] }

function branch(builder: Builder, last: string, { size, from, to }: Branching): string {
  const split = after(builder, last, { type: 'gateway', ...(from && { gateway: from }) })
  const join = builder.node({ type: 'gateway', ...(to && { gateway: to }) })
  for (let at = 0; at < size; at++) {
    const way = builder.node({ type: 'task' })
    builder.flow(split, way, from === 'exclusive' && at > 0 ? `x == ${at}` : '')
    builder.flow(way, join)
  }
  return join
}
