import type { Body, Kind } from '../../definitions/kinds.ts'
import { GLOBAL } from '../../definitions/layout.ts'
import { definitionId } from '../../lib/codes.ts'
import type { Context } from '../../platform/context.ts'
import { DEFINITIONS } from '../../platform/definitions.ts'
import { lockDefinitions, saveDefinitions } from './store/definitions.ts'

/** The code under which definitions made in the console are stored; no solution can have it. */
export const BY_HAND = ''

/** Creates or changes a definition that belongs to no solution. Returns its id. */
export async function saveByHand<K extends Kind>(
  ctx: Context,
  { kind, code, body }: { kind: K; code: string; body: Body<K> },
): Promise<string> {
  const id = definitionId(kind, GLOBAL, code)
  await lockDefinitions(ctx.db)
  const definition = { id, kind, namespace: GLOBAL, code, file: '', body, attachments: {} }
  const saving = { solution: BY_HAND, now: ctx.now(), by: ctx.user.id }
  await saveDefinitions(ctx.db, { save: [definition], remove: [] }, saving)
  ctx.changed(DEFINITIONS)
  return id
}
