import type { Operation } from '../api/operation.ts'
import type { Caller } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'
import { requireProof } from '../platform/proof.ts'

type Call = { user: Caller; received: { params: unknown; input: unknown } }

/** What an operation declares as dangerous; what shows only while it is carried out, its service asks for. */
export function checkProof(
  { config, now }: Pick<Platform, 'config' | 'now'>,
  { stepUp }: Operation,
  { user, received }: Call,
): void {
  if (stepUp?.(received)) requireProof({ config, now, user })
}
