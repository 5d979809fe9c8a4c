import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Arriving } from '../../platform/files/object-store.ts'
import type { Write } from './bodies.ts'
import { readContentRange } from './content-range.ts'
import { createFile } from './files.ts'
import { showFiles } from './lists.ts'
import { cleanName, nameInDisposition } from './names.ts'
import type { File } from './operations.ts'
import { getDirectoryFor } from './policy.ts'
import { receiveBody } from './uploads.ts'
import { checkRoom } from './usage.ts'
import { addVersion, type Change, lockForVersion } from './versions.ts'

/** An upload as it arrives in a request. */
export type Incoming = {
  /** Absent for clients that let the server choose. */
  hash: string | undefined
  range: string | undefined
  disposition: string | undefined
  write: Write
  receive(): Promise<Arriving>
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
  await receive(ctx, incoming, {
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
  const isComplete = await receive(ctx, incoming, {
    hash,
    complete: (inside) => addVersion(inside, change, hash),
  })
  return isComplete ? (await showFiles(ctx, [change.id]))[0] : undefined
}

type Use = {
  hash: string
  named?(name: string | undefined): void
  complete(ctx: Context): Promise<void>
}

async function receive(ctx: Context, incoming: Incoming, use: Use): Promise<boolean> {
  const { range, write } = incoming
  if (range !== undefined) await checkRoom(ctx, readContentRange(range).size)
  return receiveBody(ctx, {
    hash: use.hash,
    range,
    write,
    complete: use.complete,
    receive: async () => {
      const arriving = await incoming.receive()
      use.named?.(arriving.name)
      return arriving
    },
  })
}
