import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { GivenSettings } from './operations.ts'
import { type FolderRow, hasSerial } from './store/folders.ts'

type Own<Key extends keyof FolderRow> = Pick<FolderRow, Key>

export type FolderSettings = Own<
  | 'template_enabled'
  | 'template'
  | 'min_length'
  | 'reserve_enabled'
  | 'edit_after_registration'
  | 'through_serial_id'
>
export type SerialSettings = Own<
  'use_released' | 'reset_in_period' | 'reset_period' | 'reset_period_count' | 'next_reset_at'
>
export type Settings = FolderSettings & SerialSettings

export const DEFAULTS: Settings = {
  template_enabled: false,
  template: '{$__index}',
  min_length: 0,
  reserve_enabled: false,
  edit_after_registration: false,
  through_serial_id: null,
  use_released: false,
  reset_in_period: false,
  reset_period: null,
  reset_period_count: 1,
  next_reset_at: null,
}

/** What the settings of a folder become, key by key. */
export async function mergeSettings(
  ctx: Context,
  current: Settings & { serial_id?: string },
  given: GivenSettings,
): Promise<Settings> {
  return {
    template_enabled: given.templateEnabled ?? current.template_enabled,
    template: given.template ?? current.template,
    min_length: given.minLength ?? current.min_length,
    reserve_enabled: given.reserveEnabled ?? current.reserve_enabled,
    edit_after_registration: given.editAfterRegistration ?? current.edit_after_registration,
    through_serial_id: await throughSerial(ctx, current, given),
    use_released: given.useReleased ?? current.use_released,
    ...resetOf(ctx, current, given),
  }
}

async function throughSerial(
  ctx: Context,
  current: Settings & { serial_id?: string },
  { through, throughSerialId }: GivenSettings,
): Promise<string | null> {
  if (!(through ?? current.through_serial_id !== null)) return null
  const id = throughSerialId ?? current.through_serial_id
  const path = 'field "registrationSettings.throughSerialId"'
  if (!id) throw invalid(`${path}: expected the serialId of the folder whose counter is shared`)
  if (id === current.serial_id) throw invalid(`${path}: this is the folder's own counter`)
  if (!(await hasSerial(ctx.db, id))) throw invalid(`${path}: counter not found: ${id}`)
  return id
}

type Reset = Own<'reset_in_period' | 'reset_period' | 'reset_period_count' | 'next_reset_at'>

export function resetOf(ctx: Context, current: Settings, given: GivenSettings): Reset {
  const { resetPeriod, resetPeriodCount, nextResetAt } = given.resetSettings ?? {}
  const reset_in_period = given.resetInPeriod ?? current.reset_in_period
  const reset_period = resetPeriod ?? current.reset_period
  const reset_period_count = resetPeriodCount ?? current.reset_period_count
  if (!reset_period) {
    if (!reset_in_period)
      return { reset_in_period, reset_period, reset_period_count, next_reset_at: null }
    throw invalid('field "registrationSettings.resetSettings.resetPeriod": a value is required')
  }
  const isOther =
    reset_period !== current.reset_period || reset_period_count !== current.reset_period_count
  const kept = isOther ? null : current.next_reset_at
  const next_reset_at = nextResetAt
    ? new Date(nextResetAt)
    : (kept ?? firstReset(ctx.now(), reset_period, reset_period_count))
  return { reset_in_period, reset_period, reset_period_count, next_reset_at }
}

const MONDAY = 1

/** Counted from the beginning of the present year, month, week or day. */
function firstReset(now: Date, period: string, count: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (period === 'year') return new Date(Date.UTC(year + count, 0))
  if (period === 'month') return new Date(Date.UTC(year, month + count))
  if (period === 'day') return new Date(Date.UTC(year, month, day + count))
  const sinceMonday = (now.getUTCDay() - MONDAY + 7) % 7
  return new Date(Date.UTC(year, month, day - sinceMonday + 7 * count))
}
