import { didYouMean } from '../lib/did-you-mean.ts'
import { Environment } from './config.ts'

const PREFIX = 'KONTOR_'
/** Kubernetes and Docker describe a service named `kontor…` to every container in this way. */
const INJECTED = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/
const INJECTED_PORT = /^(tcp|udp|sctp):\/\//

/** A message for each variable that looks like a setting but is none. */
export function unknownSettings(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(Environment.shape)
  const byShortName = new Map(known.map((name) => [shorten(name), name]))
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(PREFIX) && value?.trim() && !known.includes(name))
    .filter(([name, value = '']) => !isInjected(name, value))
    .map(([name]) => {
      // The common prefix would make all names similar.
      const near = didYouMean(shorten(name), [...byShortName.keys()])
      const hint = near.replace(/(?<=")\w+/, (short) => byShortName.get(short) ?? short)
      return `the setting ${name} does not exist and is ignored${hint}`
    })
}

const shorten = (name: string): string => name.replace(PREFIX, '')

const isInjected = (name: string, value: string): boolean =>
  INJECTED.test(name) || (name.endsWith('_PORT') && INJECTED_PORT.test(value))
