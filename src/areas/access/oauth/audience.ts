/** What a token is for: assistants at `/mcp`, or all of the API. */
export type Audience = 'api' | 'mcp'

export const resourceOf = (site: string, audience: Audience): string =>
  audience === 'mcp' ? `${site}/mcp` : site

/** What a program names by `resource` (RFC 8707); undefined if it is not ours. */
export function audienceOf(site: string, resource: string | undefined): Audience | undefined {
  if (resource === undefined) return 'api'
  const named = resource.replace(/\/$/, '')
  return (['api', 'mcp'] as const).find((each) => resourceOf(site, each) === named)
}
