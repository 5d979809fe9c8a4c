import type { ReplyOf } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { useTexts } from '../../texts/index.ts'

/** The statuses that may follow where an item stands; undefined = every status may. */
export type Moves = ReplyOf<'apps', 'getItem'>['transitions']

/** Tells why an item does not get a status; undefined where it may. */
export function useRefusals(fields: readonly Field[]) {
  const t = useTexts().apps.moves
  const nameOf = (code: string) => fields.find((field) => field.code === code)?.view.name ?? code
  return (moves: Moves, status: string): string | undefined => {
    const move = moves?.find(({ to }) => to === status)
    if (!moves || move?.allowed) return undefined
    if (move?.reason === 'fields') return t.fields((move.fields ?? []).map(nameOf).join(', '))
    return move?.message ?? t[move?.reason ?? 'nobody']
  }
}
