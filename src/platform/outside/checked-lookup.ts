import { isIP, type LookupFunction } from 'node:net'
import { isListed, isPublicAddress, listOf } from './addresses.ts'
import { resolveName } from './names.ts'

/** A private name or address. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} leads to a private address, which is not allowed`)
  }
}

export type Resolve = (host: string) => Promise<string[]>

/** One address of a host; a name that has any private address is refused. */
export async function checkedAddress(
  host: string,
  allowed: readonly string[],
  resolve: Resolve = (name) => resolveName(name),
): Promise<string | undefined> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await resolve(bare)
  const list = listOf(allowed)
  const isFine = (address: string) => isPublicAddress(address) || isListed(list, address)
  if (!addresses.every(isFine)) throw new PrivateAddress(bare)
  return addresses[0]
}

/** A lookup for connection pools: each new connection goes to a checked address. */
export const checkedLookup =
  (allowed: readonly string[]): LookupFunction =>
  (host, options, done) => {
    checkedAddress(host, allowed).then(
      (address = '') => {
        const family = isIP(address)
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
      (error: Error) => done(error, ''),
    )
  }
