import type { Answer } from './judge.ts'
import type { FuzzRequest, Who } from './request.ts'

export type Tokens = { administrator: string; person: string }

const TIMEOUT = 60_000

export async function send(
  address: string,
  tokens: Tokens,
  { target, who, path, headers, body }: FuzzRequest,
): Promise<Answer> {
  const since = performance.now()
  const response = await fetch(`${address}${path}`, {
    method: target.method,
    headers: { ...headers, ...credentials(who, tokens) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const milliseconds = performance.now() - since
  return { status: response.status, headers: response.headers, text, milliseconds }
}

function credentials(who: Who, tokens: Tokens): Record<string, string> {
  if (who === 'stranger') return {}
  const token = who === 'unknown' ? '7c9e6679-7425-40de-944b-000000000000' : tokens[who]
  return { 'x-token': token }
}

/** The request as a curl command. */
export function asCurl({ target, who, path, headers, body }: FuzzRequest): string {
  const variable = { administrator: '$ADMIN', person: '$PERSON', unknown: 'unknown', stranger: '' }[
    who
  ]
  const parts = [
    `curl -i -X ${target.method}`,
    quote(`$ADDRESS${path}`).replace("'$ADDRESS", `"$ADDRESS"'`),
    ...(variable === '' ? [] : [`-H "X-Token: ${variable}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ]
  return parts.join(' ')
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
