import { Readable } from 'node:stream'
import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { saveBody, storeObject } from '../../disk/bodies.ts'
import type { Tools } from '../jobs/outcome.ts'

/** Stores the body of a new file. Nobody else can use it, and without a file it expires after an hour. */
export async function storeBytes(
  { ctx, write }: Tools,
  user: Caller,
  { hash, base64 }: { hash: string; base64: string },
): Promise<void> {
  const content = Buffer.from(base64, 'base64')
  const asUser = <T>(work: (inside: Context) => Promise<T>) =>
    write((inside) => work({ ...inside, user }))
  await storeObject(
    ctx,
    { write: asUser, content: () => Readable.from([content]) },
    (inside, stored) => saveBody(inside, hash, { stored, isNew: false }),
  )
}
