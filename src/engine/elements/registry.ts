import type { Element } from '../element.ts'
import type { Node, NodeType } from '../model.ts'
import { agent } from './agent.ts'
import { assignment } from './assignment.ts'
import { callActivity } from './call.ts'
import { catchEvent } from './catch-event.ts'
import { complexGateway } from './complex-gateway.ts'
import { decision } from './decision.ts'
import { endEvent } from './end.ts'
import { eventGateway } from './event-gateway.ts'
import { exclusiveGateway } from './exclusive-gateway.ts'
import { inclusiveGateway } from './inclusive-gateway.ts'
import { changeStatus, createItem, updateItem } from './item-steps.ts'
import { action, documentFromTemplate, mail, notification, script, worker } from './job-steps.ts'
import { parallelGateway } from './parallel-gateway.ts'
import { pass } from './pass.ts'
import { registration } from './registration.ts'
import { approvalSheet, closeSheet, informList } from './sheet.ts'
import { signItem } from './sign.ts'
import { subProcess } from './sub-process.ts'
import { throwEvent } from './throw-event.ts'
import { userTask } from './user-task.ts'

const GATEWAYS: Record<NonNullable<Node['gateway']>, Element> = {
  exclusive: exclusiveGateway,
  inclusive: inclusiveGateway,
  parallel: parallelGateway,
  event: eventGateway,
  complex: complexGateway,
}

const ELEMENTS: Record<Exclude<NodeType, 'gateway' | 'event'>, Element> = {
  start: pass,
  end: endEvent,
  user: userTask,
  task: pass,
  script,
  call: callActivity,
  subprocess: subProcess,
  ca: action,
  assignment,
  decision,
  status: changeStatus,
  notification,
  send_mail: mail,
  app_create: createItem,
  app_update: updateItem,
  doc_template: documentFromTemplate,
  approval_list_process: approvalSheet,
  approval_list_close: closeSheet,
  inform_list_process: informList,
  sign_item: signItem,
  registration,
  worker,
  agent,
}

/** Boundary events and link targets are entered after they have happened; without a trigger nothing is waited for. */
const happensBefore = ({ attachedTo, trigger }: Node): boolean =>
  attachedTo !== undefined || trigger === undefined || trigger.kind === 'link'

export function elementFor(node: Node): Element {
  if (node.gateway) return GATEWAYS[node.gateway]
  if (node.isThrowing) return throwEvent
  if (node.type === 'event') return happensBefore(node) ? pass : catchEvent
  return ELEMENTS[node.type as keyof typeof ELEMENTS]
}
