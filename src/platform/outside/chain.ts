import { conflict } from '../../lib/errors.ts'
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

type Means = { secrets: Secrets; now: () => Date }

/** Milliseconds. A request comes back while it is answered; whoever keeps the header gains nothing by it later. */
const BELIEVED = 10 * 60_000

/** Sealed: others learn nothing from it, and cannot make one. */
export function chainHeader({ secrets, now }: Means, chain: Chain): Record<string, string> {
  if (!secrets.hasKey) return {}
  const until = now().getTime() + BELIEVED
  return { [CHAIN]: secrets.seal(JSON.stringify({ chain, until })) }
}

/** Undefined for requests that nothing here has caused. */
export function readChain(
  { secrets, now }: Means,
  { [CHAIN]: sealed }: Record<string, unknown>,
): Chain | undefined {
  if (typeof sealed !== 'string' || !sealed.startsWith('sealed:')) return undefined
  try {
    const { chain, until } = JSON.parse(secrets.open(sealed))
    return now().getTime() < until ? chain : undefined
  } catch {
    return undefined
  }
}

/** What causes one another for ever is a mistake that must not fill the disk. */
export const DEEPEST = 50

/** Requests end earlier: whatever chain one comes with, what follows from it has as many levels left. */
export const DEEPEST_OUTSIDE = DEEPEST / 2

/** The change itself is refused, never only what would follow from it, such as an approval. */
export function refuseEndless(cause: Cause | undefined, most = DEEPEST): void {
  if (!cause || cause.depth < most) return
  throw conflict(`scripts call one another without end: ${showChain(namesOf(cause))}`)
}

/** What a request of one's own changes is known to be caused by. It only counts: nothing is left out for it. */
export const causeOf = (chain: Chain | undefined): Cause | undefined =>
  chain && { template: 'http', depth: chain.depth, chain: chain.names }

/** The end of a chain, as people read it. */
export const showChain = (names: readonly string[]): string =>
  `${names.length > SHOWN ? '… → ' : ''}${names.slice(-SHOWN).join(' → ')}`

const SHOWN = 8
