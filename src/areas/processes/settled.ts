import type { Context } from '../../platform/context.ts'
import { pause } from '../../platform/loops/sleep.ts'
import { isSettled } from './store/instances.ts'

/** Milliseconds between polls; somewhat over two seconds in all. */
const PAUSES = [5, 10, 20, 40, 80, 160, 320, 640, 1000]

/** Waits briefly until no automatic step is left. */
export async function waitUntilSettled(ctx: Context, id: string): Promise<void> {
  for (const milliseconds of PAUSES) {
    if (await isSettled(ctx.db, id)) return
    await pause(milliseconds)
  }
}
