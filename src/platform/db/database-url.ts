export type Host = { host: string; port: number }

const TARGETS = ['any', 'read-write', 'primary'] as const
export type Target = (typeof TARGETS)[number]

export type DatabaseUrl = {
  /** A URL for the driver, which supports a single host. */
  url: string
  /** Set if there are several hosts, or one that must have the role `target`. */
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
  // Unlike libpq: of several servers only a writable one is useful.
  const wanted = target ?? 'read-write'
  if (!isTarget(wanted)) throw new Error(`expected target_session_attrs ${TARGETS.join(', ')}`)
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  return {
    url: `${start}${places.split(',')[0]}${path}${rest}`,
    choice: { hosts, target: wanted },
  }
}

/** One URL for each host, for callers that use all of them. */
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
