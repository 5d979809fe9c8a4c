import type { Values } from '../../../engine/state.ts'
import { newId } from '../../../lib/ids.ts'
import type { NewJob } from '../store/jobs.ts'
import type { NewMessage } from './store.ts'

/** How long messages between instances wait, unless their event says otherwise. */
const USUAL_TTL = 60 * 60 * 1000

export const deliveryJob = (message: string, runAt?: Date): NewJob => ({
  instance_id: null,
  token: 0,
  kind: 'message.deliver',
  ...(runAt && { run_at: runAt.toISOString() }),
  max_attempts: 1,
  payload: { message },
})

export type OwnMessage = {
  name: string
  correlation?: string | null
  values?: Values
}

/** A message sent by an instance. */
export const newOwnMessage = (
  sender: { id: string; by: string },
  { name, correlation = null, values = {} }: OwnMessage,
  { at, expires }: { at: Date; expires: Date | null },
): NewMessage => ({
  id: newId(),
  kind: 'message',
  name,
  correlation,
  key: null,
  payload: values,
  sent_at: at,
  sent_by: sender.by,
  sender_id: sender.id,
  expires_at: expires ?? new Date(at.getTime() + USUAL_TTL),
})
