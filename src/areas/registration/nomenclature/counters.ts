import type { Context } from '../../../platform/context.ts'
import type { FolderColumns } from './store/folders.ts'
import * as store from './store/serials.ts'

/** The counter that a folder takes its numbers from, in its present period. */
export type Counter = { serialId: string; period: number; useReleased: boolean }

/**
 * Holds the counter of a folder to the end of the transaction, so that numbers are given one after
 * the other and one that is undone leaves no gap. A period that is over ends here.
 */
export const holdCounter = (ctx: Context, folder: FolderColumns): Promise<Counter> =>
  holdSerial(ctx, folder.through_serial_id ?? folder.serial_id)

/** The same by the counter itself, for a number that it gave before. */
export async function holdSerial(ctx: Context, serialId: string): Promise<Counter> {
  const held = await store.lockSerial(ctx.db, serialId)
  const isOver = held.reset_in_period && held.next_reset_at && held.next_reset_at <= ctx.now()
  const serial = isOver ? await store.restartSerial(ctx.db, serialId, ctx.now()) : held
  return { serialId, period: serial.period, useReleased: serial.use_released }
}

/** A value that was given back, or else the next one. */
export async function takeValue(ctx: Context, counter: Counter): Promise<number> {
  const { serialId, period, useReleased } = counter
  const released = useReleased ? await store.takeReleasedValue(ctx.db, serialId, period) : undefined
  return released ?? store.takeNextValue(ctx.db, serialId)
}

/** Gives a value back, to be taken again in its period. */
export async function releaseValue(
  ctx: Context,
  { serialId, period, value }: { serialId: string; period: number; value: number },
): Promise<void> {
  await store.releaseValue(ctx.db, { serial_id: serialId, period, value })
}

/** The next number follows one that another system gave in this period. */
export const advanceCounter = (ctx: Context, counter: Counter, value: number) =>
  store.advanceSerial(ctx.db, counter.serialId, value)

/** The period of a counter that is held in which a date lies: those before the first have numbers below it. */
export async function periodOf(ctx: Context, counter: Counter, date: Date): Promise<number> {
  return counter.period - (await store.countResets(ctx.db, counter.serialId, date))
}
