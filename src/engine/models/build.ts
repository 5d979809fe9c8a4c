import type { Flow, Model, Node } from '../model.ts'

/** Builds a model without a diagram, for tests that need many. */
export type Builder = {
  model: Model
  node: (extra: Partial<Node> & Pick<Node, 'type'>) => string
  flow: (source: string, target: string, condition?: string) => string
}

const NO_EXIT = {
  confirm: 'none',
  confirmText: '',
  buttonClass: 'default',
  interrupt: false,
  skipCheck: false,
  form: [],
}

export function build(): Builder {
  const model: Model = { id: 'p', name: '', nodes: {}, flows: {}, lanes: {} }
  const node: Builder['node'] = (extra) => {
    const id = extra.id ?? `n${Object.keys(model.nodes).length}`
    const plain = { name: '', element: '', incoming: [], outgoing: [] }
    model.nodes[id] = { ...plain, form: [], settings: {}, mappings: [], ...extra, id }
    return id
  }
  const flow: Builder['flow'] = (source, target, condition = '') => {
    const id = `f${Object.keys(model.flows).length}`
    const made: Flow = { id, name: id, source, target, condition, exit: NO_EXIT }
    model.flows[id] = made
    model.nodes[source]?.outgoing.push(id)
    model.nodes[target]?.incoming.push(id)
    return id
  }
  return { model, node, flow }
}
