import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { readContentRange } from './content-range.ts'
import { createFile } from './files.ts'
import { showFiles } from './lists.ts'
import { cleanName, nameInDisposition } from './names.ts'
import type { File } from './operations.ts'
import { getDirectoryFor } from './policy.ts'
import { receiveBody, type Upload } from './uploads.ts'
import { checkRoom } from './usage.ts'
import { addVersion, type Change, lockForVersion } from './versions.ts'

/** An upload as it arrives in a request. */
export type Incoming = Pick<Upload, 'range' | 'write' | 'receive'> & {
  /** Absent for clients that let the server choose. */
  hash: string | undefined
  disposition: string | undefined
}

/** Stores a body and creates a file from it; returns undefined while parts are missing. */
export async function uploadToDirectory(
  ctx: Context,
  directory: string,
  incoming: Incoming,
): Promise<File | undefined> {
  await getDirectoryFor(ctx, 'create', directory)
  let name = ''
  let id = ''
  const hash = incoming.hash ?? newId()
  await checkParts(ctx, incoming)
  await receiveBody(ctx, {
    ...incoming,
    hash,
    named: (given) => {
      name = cleanName(given ?? nameInDisposition(incoming.disposition) ?? '')
    },
    complete: async (inside) => {
      id = await createFile(inside, { hash, name, directory })
    },
  })
  return id === '' ? undefined : (await showFiles(ctx, [id]))[0]
}

/** The same for a new version of an existing file, which keeps its name. */
export async function uploadVersion(
  ctx: Context,
  change: Change,
  incoming: Incoming,
): Promise<File | undefined> {
  await incoming.write((inside) => lockForVersion(inside, change))
  const hash = incoming.hash ?? newId()
  await checkParts(ctx, incoming)
  const isComplete = await receiveBody(ctx, {
    ...incoming,
    hash,
    complete: (inside) => addVersion(inside, change, hash),
  })
  return isComplete ? (await showFiles(ctx, [change.id]))[0] : undefined
}

/** A body in parts says how large it will be before it is charged. */
async function checkParts(ctx: Context, { range }: Incoming): Promise<void> {
  if (range !== undefined) await checkRoom(ctx, readContentRange(range).size)
}
