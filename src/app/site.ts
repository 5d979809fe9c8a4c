import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'

/** The address of the server as programs know it. */
export function siteOf(request: FastifyRequest, config: Config): string {
  const site = findSite(request, config)
  if (site !== undefined) return site
  throw invalid(`this server does not know that it is ${request.host}: set KONTOR_PUBLIC_URL`)
}

export function findSite({ protocol, host }: FastifyRequest, config: Config): string | undefined {
  const { KONTOR_PUBLIC_URL: site } = config
  if (site !== undefined) return site.replace(/\/+$/, '')
  return isKnownHost(host, config) ? `${protocol}://${host}` : undefined
}

/** Anybody can make a name point here, so only the configured address, or an IP address, is accepted. */
export function isKnownHost(host: string, { KONTOR_PUBLIC_URL: site }: Config): boolean {
  if (site !== undefined && new URL(site).host === host) return true
  const url = URL.parse(`http://${host}`)
  if (!url) return false
  return url.hostname === 'localhost' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
}
