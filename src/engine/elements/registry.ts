import type { Element } from '../element.ts'
import type { Node } from '../model.ts'
import { endEvent } from './end.ts'
import { exclusiveGateway } from './exclusive-gateway.ts'
import { parallelGateway } from './parallel-gateway.ts'
import { pass } from './pass.ts'
import { userTask } from './user-task.ts'

const GATEWAYS: Record<string, Element> = {
  exclusive: exclusiveGateway,
  parallel: parallelGateway,
}

const ELEMENTS: Record<string, Element> = {
  start: pass,
  task: pass,
  user: userTask,
  end: endEvent,
}

export function elementFor(node: Node): Element {
  const element = node.gateway ? GATEWAYS[node.gateway] : ELEMENTS[node.type]
  if (!element) throw new Error(`no element carries out ${node.type} "${node.id}"`)
  return element
}
