import type { Cause } from '../events.ts'
import type { Secrets } from '../secrets.ts'

/** The header that tells this server, should it be asked itself, how the request came about. */
export const CHAIN = 'kontor-chain'

/** How a request came about: only the server itself can say so. */
export type Chain = {
  depth: number
  /** What caused one another up to the request, the last one at the end. */
  names: readonly string[]
  /** Those of them that wait for the answer. */
  waiting: readonly string[]
}

/** What caused one another; an instance of a process has the name that is given for it. */
export const namesOf = (
  { chain = [], through = [], template }: Cause,
  name = template,
): string[] => [...chain, ...through, name]

/** Sealed: others learn nothing from it, and cannot make one. */
export function chainHeader(secrets: Secrets, chain: Chain): Record<string, string> {
  return secrets.hasKey ? { [CHAIN]: secrets.seal(JSON.stringify({ chain })) } : {}
}

/** Undefined for requests that nothing here has caused. */
export function readChain(
  secrets: Secrets,
  { [CHAIN]: sealed }: Record<string, unknown>,
): Chain | undefined {
  if (typeof sealed !== 'string' || !sealed.startsWith('sealed:')) return undefined
  try {
    return JSON.parse(secrets.open(sealed)).chain
  } catch {
    return undefined
  }
}

/** What a request of one's own changes is known to be caused by. It only counts: nothing is left out for it. */
export const causeOf = (chain: Chain | undefined): Cause | undefined =>
  chain && { template: 'http', depth: chain.depth, chain: chain.names }

/** The end of a chain, as people read it. */
export const showChain = (names: readonly string[]): string =>
  `${names.length > SHOWN ? '… → ' : ''}${names.slice(-SHOWN).join(' → ')}`

const SHOWN = 8
