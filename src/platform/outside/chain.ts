import { conflict } from '../../lib/errors.ts'
import type { Cause } from '../events.ts'
import type { Secrets } from '../secrets.ts'

/** The header with which this server recognises requests that it caused itself. */
export const CHAIN = 'kontor-chain'

/** What caused a request; only the server itself can create it. */
export type Chain = {
  depth: number
  /** The causes up to the request, the last one at the end. */
  names: readonly string[]
  /** Those of them that wait for the answer. */
  waiting: readonly string[]
}

/** The names of the causes; an instance of a process has the given name. */
export const namesOf = (
  { chain = [], through = [], template }: Cause,
  name = template,
): string[] => [...chain, ...through, name]

type Means = { secrets: Secrets; now: () => Date }

/** Milliseconds for which the header is valid: a request comes back while it is being answered. */
const BELIEVED = 10 * 60_000

/** Sealed, so that others can neither read nor forge it. */
export function chainHeader({ secrets, now }: Means, chain: Chain): Record<string, string> {
  if (!secrets.hasKey) return {}
  const until = now().getTime() + BELIEVED
  return { [CHAIN]: secrets.seal(JSON.stringify({ chain, until })) }
}

/** Undefined for requests that this server did not cause. */
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

/** The longest chain of causes. An endless one is a mistake and must not fill the disk. */
export const DEEPEST = 50

/** The limit for requests is lower, so that what a request causes has levels left. */
export const DEEPEST_OUTSIDE = DEEPEST / 2

/** Refuses the change itself, never only what would follow from it, such as an approval. */
export function refuseEndless(cause: Cause | undefined, most = DEEPEST): void {
  if (!cause || cause.depth < most) return
  throw conflict(`scripts call one another without end: ${showChain(namesOf(cause))}`)
}

/** The cause of changes made by a request of this server. It only counts levels. */
export const causeOf = (chain: Chain | undefined): Cause | undefined =>
  chain && { template: 'http', depth: chain.depth, chain: chain.names }

/** The end of a chain, for error messages. */
export const showChain = (names: readonly string[]): string =>
  `${names.length > SHOWN ? '… → ' : ''}${names.slice(-SHOWN).join(' → ')}`

const SHOWN = 8
