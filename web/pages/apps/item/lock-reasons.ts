import { useTexts } from '../../../texts/index.ts'
import { useMoverNames } from '../moves.ts'
import type { Locked } from './app.ts'

/** Why fields of an item cannot be changed now, by code. */
export function useLockReasons(locked: readonly Locked[]): Record<string, string> {
  const t = useTexts().apps.locks
  const namesOf = useMoverNames()
  return Object.fromEntries(
    locked.map(({ field, reason, message, by }) => [
      field,
      message ?? (reason === 'people' ? t.people(namesOf(by)) : t[reason]),
    ]),
  )
}
