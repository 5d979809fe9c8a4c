export type Host = { host: string; port: number }

const TARGETS = ['any', 'read-write', 'primary'] as const
export type Target = (typeof TARGETS)[number]

export type DatabaseUrl = {
  /** As one for the driver, which knows a single host. */
  url: string
  /** Several, or one that must be what `target` says; else undefined. */
  choice?: { hosts: Host[]; target: Target }
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const HOST = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/
const DEFAULT_PORT = 5432

/** Reads a URL as libpq does: `postgres://user@one:5432,two:5433/kontor?target_session_attrs=read-write`. */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, start = '', places = '', path = '', query = ''] = PARTS.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const target = parameters.get('target_session_attrs')
  if (!places.includes(',') && target === null) return { url: text }
  parameters.delete('target_session_attrs')
  const hosts = places.split(',').map(toHost)
  // Other than with libpq: of several servers, only one that can be written to is of use.
  const wanted = target ?? 'read-write'
  if (!isTarget(wanted)) throw new Error(`expected target_session_attrs ${TARGETS.join(', ')}`)
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  return {
    url: `${start}${places.split(',')[0]}${path}${rest}`,
    choice: { hosts, target: wanted },
  }
}

/** One for each host, for those who use all of them. */
export function hostUrls(text: string): { name: string; url: string }[] {
  const [, start = '', places = '', path = '', query = ''] = PARTS.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  parameters.delete('target_session_attrs')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  return places.split(',').map((place) => ({ name: place, url: `${start}${place}${path}${rest}` }))
}

export const isDatabaseUrl = (text: string): boolean => {
  try {
    readDatabaseUrl(text)
    return true
  } catch {
    return false
  }
}

const isTarget = (text: string): text is Target => (TARGETS as readonly string[]).includes(text)

function toHost(text: string): Host {
  const [, host, port = DEFAULT_PORT] = HOST.exec(text) ?? []
  if (host === undefined) throw new Error('expected hosts such as one.example.com:5432')
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: Number(port) }
}

export function withoutPassword(url: string): string {
  if (!isDatabaseUrl(url) || !URL.canParse(readDatabaseUrl(url).url)) return 'postgres://…'
  return url
    .replace(/^(postgres(?:ql)?:\/\/[^/?#:@]*):[^/?#]*@/, '$1:***@')
    .replace(/([?&]password=)[^&#]*/g, '$1***')
}
