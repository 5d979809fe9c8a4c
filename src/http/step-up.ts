import type { Operation } from '../api/operation.ts'
import type { Caller } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'
import { requireRecentProof } from '../platform/proof.ts'

type Call = { user: Caller; received: { params: unknown; input: unknown } }

/** For operations declared as dangerous; a service checks what it finds dangerous only while it runs. */
export function checkProof(
  { config, now }: Pick<Platform, 'config' | 'now'>,
  { stepUp }: Operation,
  { user, received }: Call,
): void {
  if (stepUp?.(received)) requireRecentProof({ config, now, user })
}
