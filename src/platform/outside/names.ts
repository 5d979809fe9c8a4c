import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

type FailureCode = 'ENOTFOUND' | 'EAI_AGAIN' | 'ETIMEOUT'

/** A name without an address, or without an answer of the name servers. */
export class UnresolvedName extends Error {
  readonly code: FailureCode
  readonly hostname: string

  constructor(host: string, code: FailureCode) {
    super(MESSAGES[code](host))
    this.code = code
    this.hostname = host
  }
}

const MESSAGES: Record<FailureCode, (host: string) => string> = {
  ENOTFOUND: (host) => `there is no host called ${host}`,
  EAI_AGAIN: (host) => `the name servers gave no address for ${host}`,
  ETIMEOUT: (host) => `the name ${host} could not be resolved in time`,
}

export type NameSources = {
  /** Files in the formats of `/etc/hosts` and `/etc/resolv.conf`. */
  hosts: string
  settings: string
  /** Name servers to use instead of those in the settings. */
  servers?: readonly string[]
  /** Milliseconds for one name. */
  timeout: number
}

const SYSTEM: NameSources = {
  hosts: '/etc/hosts',
  settings: '/etc/resolv.conf',
  timeout: 5000,
}

/**
 * The addresses of a name, from the hosts file or from the name servers. Not with getaddrinfo: that
 * blocks one of few threads until the slowest name server gives up, and cannot be cancelled.
 */
export async function resolveName(
  host: string,
  signal?: AbortSignal,
  sources = SYSTEM,
): Promise<string[]> {
  const name = host.toLowerCase().replace(/\.$/, '')
  const listed = addressesIn(textOf(sources.hosts), name)
  if (listed.length > 0) return listed
  if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1']
  return askServers(host, sources, signal)
}

/** Read each time, because both files may change; synchronously, without the thread pool. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const wordsOf = (line: string): string[] =>
  line
    .replace(/[#;].*/, '')
    .trim()
    .split(/\s+/)

const addressesIn = (hosts: string, name: string): string[] =>
  hosts
    .toLowerCase()
    .split('\n')
    .filter((line) => line.includes(name))
    .map(wordsOf)
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.includes(name))
    .map(([address = '']) => address)

async function askServers(
  host: string,
  { settings, servers, timeout }: NameSources,
  signal?: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers) resolver.setServers(servers)
  const end = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
  end.addEventListener('abort', () => resolver.cancel())
  const codes = new Set<string>()
  for (const name of spellingsOf(host, textOf(settings))) {
    if (end.aborted) break
    const addresses = await addressesFrom(resolver, name, codes)
    if (addresses.length > 0) return addresses
  }
  throw new UnresolvedName(host, end.aborted ? 'ETIMEOUT' : failureOf(codes))
}

/** Addresses of both families, as far as they were answered. */
async function addressesFrom(
  resolver: Resolver,
  name: string,
  codes: Set<string>,
): Promise<string[]> {
  const asked = [resolver.resolve4(name), resolver.resolve6(name)]
  const answers = await Promise.allSettled(hasIPv4() ? asked : asked.reverse())
  return answers.flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    codes.add((answer.reason as NodeJS.ErrnoException).code ?? '')
    return []
  })
}

const hasIPv4 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal }) => family === 'IPv4' && !internal),
  )

function failureOf(codes: Set<string>): FailureCode {
  if (codes.has('ETIMEOUT')) return 'ETIMEOUT'
  const isCertain = codes.isSubsetOf(new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']))
  return isCertain ? 'ENOTFOUND' : 'EAI_AGAIN'
}

/** The name with the search domains too; a short name with them first, as in resolv.conf(5). */
function spellingsOf(host: string, settings: string): string[] {
  if (host.endsWith('.')) return [host]
  const lines = settings.split('\n').map(wordsOf)
  const search = lines.findLast(([key]) => key === 'search' || key === 'domain')?.slice(1) ?? []
  const options = lines.filter(([key]) => key === 'options').flat()
  const ndots = options.findLast((option) => option.startsWith('ndots:'))?.slice(6) ?? '1'
  const inDomains = search
    .map((domain) => domain.replace(/^\.|\.$/g, ''))
    .filter((domain) => domain !== '')
    .map((domain) => `${host}.${domain}`)
  const isShort = host.split('.').length - 1 < Number(ndots)
  return isShort ? [...inDomains, host] : [host, ...inDomains]
}
