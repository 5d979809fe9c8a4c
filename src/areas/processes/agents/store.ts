import type { Values } from '../../../engine/state.ts'
import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Message } from './model-endpoint.ts'

/** A message of a conversation, with its cost. */
export type StoredMessage = {
  message: Message
  tokens: number
  milliseconds: number
  /** Limits are counted from here. */
  isBeginning: boolean
  /** The values the agent saw; null = unchanged. */
  context: Values | null
}

/** An agent: one visit of its element. */
export type Visit = { instanceId: string; token: number }

export const listMessages = (db: Db, { instanceId, token }: Visit): Promise<StoredMessage[]> =>
  db.all(sql<StoredMessage>`
    select message, tokens, milliseconds, is_beginning as "isBeginning", context
    from kontor.process_agent_messages
    where instance_id = ${instanceId} and token = ${token} order by seq`)

/** `from` is the number of stored messages: only one node adds to a conversation. */
export const insertMessages = (
  db: Db,
  { instanceId, token }: Visit,
  { from, said, at }: { from: number; said: readonly StoredMessage[]; at: Date },
) =>
  db.run(sql`
    insert into kontor.process_agent_messages
      (instance_id, token, seq, at, message, tokens, milliseconds, is_beginning, context)
    select ${instanceId}, ${token}, ${from} + s.nth, ${at}, s.said -> 'message',
      (s.said ->> 'tokens')::integer, (s.said ->> 'milliseconds')::integer,
      (s.said ->> 'isBeginning')::boolean, nullif(s.said -> 'context', 'null')
    from jsonb_array_elements(${toJsonb(said)}::jsonb) with ordinality as s(said, nth)`)
