import { v5 } from 'uuid'
import type { Model } from '../engine/model.ts'
import { NIL_ID } from '../lib/ids.ts'

/** The id that clients know an element or a flow of a diagram by. */
export type BlockIds = (element: string) => string

/** Clients expect UUIDs where diagrams have names; the first start has the zero UUID. */
export function blockIds(templateId: string, { nodes }: Model): BlockIds {
  const start = Object.values(nodes).find(({ type, parent }) => type === 'start' && !parent)
  return (element) => (element === start?.id ? NIL_ID : v5(element, templateId))
}
