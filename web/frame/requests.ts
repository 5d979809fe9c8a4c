import { operations } from 'virtual:operations'
import { useQueryClient } from '@tanstack/react-query'
import type { Operation } from '../../src/api/operation.ts'
import { type Parts, type Sent, toSent } from '../../src/client/client.ts'

const table = operations as Record<string, Record<string, Operation>>

/** What the frame asks on every page says nothing about this one. */
const OF_FRAME = new Set(['access', 'workplace', 'notifications'])

/** What the page shows now, as the requests that bring it. */
export function useRequests(): Sent[] {
  const active = useQueryClient().getQueryCache().findAll({ type: 'active' })
  return active.flatMap(({ queryKey }) => {
    const [area, name, request] = queryKey as [string, string, Parts | undefined]
    const operation = OF_FRAME.has(area) ? undefined : table[area]?.[name]
    return operation ? [toSent(operation, request ?? {})] : []
  })
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The same request for a terminal; the token is a variable, never a secret on the screen. */
export function toCurl({ method, path, body }: Sent): string {
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`
  const data = typeof body === 'string' ? ` \\\n  -d ${quoted(body)}` : ''
  const address = quoted(`${location.origin}${path}`)
  return `curl -s${verb} ${address} \\\n  -H "Authorization: Bearer $TOKEN"${data}`
}
