import { domainToASCII } from 'node:url'

const LONGEST = 254
const LOCAL = /^[^\s\p{Cc}@"(),:;<>[\\\]]{1,64}$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Normalises an e-mail address: without surrounding spaces, in lower
 * case, the domain in ASCII. Undefined if it cannot be an address.
 */
export function toAddress(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > LONGEST) return undefined
  const local = trimmed.slice(0, at).toLowerCase()
  const domain = domainToASCII(trimmed.slice(at + 1))
  const address = `${local}@${domain}`
  return isLocal(local) && isDomain(domain) && address.length <= LONGEST ? address : undefined
}

const isLocal = (local: string): boolean =>
  LOCAL.test(local) && local.isWellFormed() && local.split('.').every((part) => part !== '')

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '')
  return labels.length > 1 && !isNumber && labels.every((label) => LABEL.test(label))
}
