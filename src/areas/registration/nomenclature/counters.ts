import type { Context } from '../../../platform/context.ts'
import type { FolderColumns } from './store/folders.ts'
import * as store from './store/serials.ts'

/** The counter of a folder in its current period. */
export type Counter = { serialId: string; period: number; useReleased: boolean }

/**
 * Locks the counter of a folder until the end of the transaction, so that numbers are given one after the other
 * and a rollback leaves no gap. Starts a new period if it is due.
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

/** A released value, otherwise the next one. */
export async function takeValue(ctx: Context, counter: Counter): Promise<number> {
  const { serialId, period, useReleased } = counter
  const released = useReleased ? await store.takeReleasedValue(ctx.db, serialId, period) : undefined
  return released ?? store.takeNextValue(ctx.db, serialId)
}

/** Releases a value, to be used again in its period. */
export async function releaseValue(
  ctx: Context,
  { serialId, period, value }: { serialId: string; period: number; value: number },
): Promise<void> {
  await store.releaseValue(ctx.db, { serial_id: serialId, period, value })
}

/** The next number follows the largest transferred one of this period. */
export const advanceCounter = (ctx: Context, counter: Counter, value: number) =>
  store.advanceSerial(ctx.db, counter.serialId, value)

/** The period of a locked counter that contains a date; earlier periods have lower numbers. */
export async function periodOf(ctx: Context, counter: Counter, date: Date): Promise<number> {
  return counter.period - (await store.countResets(ctx.db, counter.serialId, date))
}
