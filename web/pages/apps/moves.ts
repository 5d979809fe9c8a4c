import { ClientError } from '../../../src/client/client.ts'
import type { ReplyOf } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { useTexts } from '../../texts/index.ts'

/** The statuses that may follow that of an item; undefined = every status may. */
export type Moves = ReplyOf<'apps', 'getItem'>['transitions']

/** Why an item cannot take a status: a refusal, or fields that need a value first. */
export type Hindrance = { refusal?: string; asks?: Field[]; hint?: string }

const NONE: Hindrance = {}

/** Tells what a move to a status meets. */
export function useHindrances(fields: readonly Field[]) {
  const t = useTexts().apps.moves
  const namesOf = useMoverNames()
  const nameOf = (code: string) => fields.find((field) => field.code === code)?.view.name ?? code
  return (moves: Moves, status: string): Hindrance => {
    const move = moves?.find(({ to }) => to === status)
    if (!moves || move?.allowed) return NONE
    if (move?.reason === 'people') return { refusal: move.message ?? t.people(namesOf(move.by)) }
    if (move?.reason !== 'fields') return { refusal: move?.message ?? t[move?.reason ?? 'nobody'] }
    const codes = move.fields ?? []
    const names = codes.map(nameOf).join(', ')
    const asks = fillable(fields, codes)
    return asks ? { asks, hint: t.asks(names) } : { refusal: t.fields(names) }
  }
}

type Movers = NonNullable<Moves>[number]['by']

/** Whom a rule of an app names, in one line. */
export function useMoverNames() {
  const t = useTexts().apps.movers
  return (by: Movers = []) =>
    by.map(({ kind, name }) => (name === '' ? t[kind] : `${t[kind]} “${name}”`)).join(', ')
}

/** The fields that a refused move wants a value for; undefined where that is not the reason. */
export function missingIn(error: unknown, fields: readonly Field[]): Field[] | undefined {
  if (!(error instanceof ClientError) || error.code !== 'invalid') return undefined
  const codes = error.details.map(({ path }) => path)
  return codes.length > 0 ? fillable(fields, codes) : undefined
}

/** All of them, or nothing where the reader cannot fill in one of them. */
function fillable(fields: readonly Field[], codes: readonly string[]): Field[] | undefined {
  const found = fields.filter(({ code, readonly }) => codes.includes(code) && !readonly)
  return found.length === codes.length ? found : undefined
}
