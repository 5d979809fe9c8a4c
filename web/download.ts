import { operations } from 'virtual:operations'
import { createClient, type Send } from '../src/client/client.ts'
import type { AreaName, Areas, OperationName, RequestOf } from './client.ts'

/** Asks an operation that answers a file, and hands it to the browser under a name. */
export async function download<A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  { request, as }: { request: RequestOf<A, O>; as: string },
): Promise<void> {
  let content = new Blob()
  const send: Send = async ({ method, path, headers, body }) => {
    const response = await fetch(path, {
      method,
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    content = await response.blob()
    const text = response.ok ? '' : await content.text()
    return { status: response.status, headers: response.headers, text }
  }
  const client = createClient(operations as Areas, send)
  const call = client[area][name] as (request: unknown) => Promise<unknown>
  await call(request)
  saveAs(content, as)
}

/** Hands a file that was made here to the browser's downloads. */
export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The download has begun when the click returns; the browser holds on to what it needs.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
