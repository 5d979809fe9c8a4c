import { isIP } from 'node:net'

/** Schemes that run or read something in the browser instead of opening a program. */
const DANGEROUS = /^(javascript|data|vbscript|file|blob|about|filesystem|view-source|wss?|ftp):$/

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Why a redirect address is refused; undefined if it is accepted. */
export function problemOfRedirect(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || text.length > 1000) return 'expected an address'
  if (url.username !== '' || url.password !== '') return 'an address with a user name or password'
  if (text.includes('#')) return 'an address with a hash (#)'
  if (/[\s\\*]/.test(text)) return 'an address with a blank, a backslash or a "*"'
  if (DANGEROUS.test(url.protocol)) return `an address of the kind ${url.protocol}`
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    return 'http is for programs on the same machine only, use https'
  }
  return undefined
}

/** The same address, character by character. Programs on the own machine listen on any port. */
export function isSameRedirect(registered: string, given: string): boolean {
  return (
    registered === given || (isLoopback(given) && withoutPort(registered) === withoutPort(given))
  )
}

function withoutPort(text: string): string {
  if (!isLoopback(text)) return text
  const [, before, after] = /^(http:\/\/(?:\[::1\]|[^:/?]+))(?::\d+)?(.*)$/i.exec(text) ?? []
  return before === undefined ? text : `${before}${after}`
}

/** Whether it leads to a program on the machine of the person. */
export function isLoopback(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && LOOPBACK.has(url.hostname)
}

/** Where the redirect leads: a host, or the scheme of a local program. */
export function hostOfRedirect(text: string): string {
  const { protocol, host } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** An address that can be that of a client document, and so a client id. */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  if (url?.protocol !== 'https:' || id.length > 500) return false
  const isPlain = url.username === '' && url.password === '' && !/[#?]/.test(id)
  return isPlain && url.pathname !== '/' && url.href === id && isIP(url.hostname) !== 6
}
