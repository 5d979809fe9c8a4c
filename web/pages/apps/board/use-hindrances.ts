import { useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { type Hindrance, useHindrances, useMoverNames } from '../moves.ts'
import type { App } from '../table/fields.ts'
import type { BoardColumn } from './columns.tsx'

/** What an item meets in the columns of a board; nothing while there is no item. */
export function useColumnHindrances(app: App, by: Field | undefined, id: string | undefined) {
  const t = useTexts().apps.locks
  const namesOf = useMoverNames()
  const ofStatus = useHindrances(app.fields)
  const { namespace, code } = app
  const { data } = useApi(
    'apps',
    'getItem',
    { params: { namespace, code, id: id ?? '' }, input: { fields: { __id: true } } },
    { enabled: id !== undefined },
  )
  const locked = data?.locked?.find(({ field }) => field === by?.code)
  const ofChoice: Hindrance = locked
    ? {
        refusal:
          locked.message ??
          (locked.reason === 'people' ? t.people(namesOf(locked.by)) : t[locked.reason]),
      }
    : {}
  return (column: BoardColumn): Hindrance => {
    if (id === undefined) return {}
    return by?.type === 'STATUS' ? ofStatus(data?.transitions, column.code) : ofChoice
  }
}
