import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Fault } from '../../platform/files/file-store.ts'
import * as store from './store/faults.ts'

export type FaultyBody = { object: string; fault: Fault }

/** Records what was seen of a body; one that is sound again is no longer listed. */
export async function noteFault(
  ctx: Context,
  { object, fault, by }: { object: string; fault: Fault | undefined; by: string },
): Promise<void> {
  const body = fault
    ? await store.saveFault(ctx.db, { object, fault, by, at: ctx.now() })
    : await store.deleteFault(ctx.db, object)
  if (body === undefined) return
  const type = fault ? 'disk.body.damaged' : 'disk.body.repaired'
  await ctx.emit({ type, object: `body:${body}`, data: { by, ...(fault && { fault }) } })
}

/** For downloads, which do not wait for it. */
export function faultRecorder(platform: () => Platform) {
  return (object: string, fault: Fault | undefined): void => {
    const { log } = platform()
    if (fault) log.error({ object, fault }, 'a file body is not what was stored')
    const origin = { user: SYSTEM, requestId: 'download', log }
    write(platform(), origin, (ctx) => noteFault(ctx, { object, fault, by: 'download' })).catch(
      (err: unknown) => log.error({ err, object }, 'the fault of a file body cannot be recorded'),
    )
  }
}

/** Each with the file it belongs to, for people. */
export async function describeFaulty(db: Db, faulty: readonly FaultyBody[]) {
  const files = await store.listFilesOf(
    db,
    faulty.map(({ object }) => object),
  )
  const byObject = new Map(files.map((file) => [file.object, file]))
  return faulty.map(({ object, fault }) => {
    const file = byObject.get(object)
    return { object, fault, file: file?.id ?? null, name: file?.name ?? null }
  })
}

export const inWords = ({ object, fault, file, name }: Described): string =>
  file === null
    ? `${object}, of no file, is ${fault}`
    : `${object} of "${name}" (file ${file}) is ${fault}`

type Described = Awaited<ReturnType<typeof describeFaulty>>[number]
