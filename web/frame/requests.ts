import { useSyncExternalStore } from 'react'
import type { Sent } from '../../src/client/client.ts'

export type Noted = Pick<Sent, 'method' | 'path'> & { body?: string }

const MOST = 12
let noted: readonly Noted[] = []
const listeners = new Set<() => void>()

/** What the page asked since it was opened, newest last, each once. */
export function noteRequest({ method, path, body }: Sent): void {
  const request = { method, path, ...(typeof body === 'string' && { body }) }
  const isSame = (other: Noted) =>
    other.method === method && other.path === path && other.body === request.body
  noted = [...noted.filter((other) => !isSame(other)), request].slice(-MOST)
  tell()
}

/** A new page begins with an empty list. */
export function forgetRequests(): void {
  noted = []
  tell()
}

const tell = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNoted = () => useSyncExternalStore(subscribe, () => noted)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The same request for a terminal; the token is a variable, never a secret on the screen. */
export function toCurl({ method, path, body }: Noted): string {
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`
  const data = body ? ` \\\n  -d ${quoted(body)}` : ''
  const address = quoted(`${location.origin}${path}`)
  return `curl -s${verb} ${address} \\\n  -H "Authorization: Bearer $TOKEN"${data}`
}
