import type { ReactNode } from 'react'
import type { ReplyOf } from '../../../client.ts'
import { hueOf, Tag } from '../../../components/tag.tsx'
import type { Field } from '../../../fields/field.ts'
import { StatusTag, statusesOf } from '../../../fields/status.tsx'
import type { FilterJson } from '../filter/to-json.ts'
import { both, filterOfValue } from '../groups.ts'
import type { ListRequest } from '../table/rows.ts'
import type { View } from '../table/view.ts'

export type StatusSettings = ReplyOf<'apps', 'statusSettings'>

/** A column of a board: a status, or an option of a choice. */
export type BoardColumn = {
  /** Its code; '' = without a value. */
  code: string
  /** What items have that stand in it, as one word. */
  word: string
  name: string
  head: ReactNode
  /** The code of the group of statuses. */
  band: string
  /** How many cards it should have at most. */
  limit: number | undefined
  /** Which of the items of the view. */
  part: { statusCode?: string[]; filter?: FilterJson }
}

/** A row of a board: the items that have one value. */
export type Lane = { word: string; value: unknown; filter: FilterJson }

/** The columns of the statuses that the view has. */
export function statusColumns(
  { groupItems, statusItems }: StatusSettings,
  field: Field | undefined,
  { group, shared }: Pick<View, 'group' | 'shared'>,
): BoardColumn[] {
  const codes = shared?.statusCode
  return groupItems
    .filter(({ code }) => group === '' || code === group)
    .flatMap((each) =>
      statusItems
        .filter(({ groupId, code }) => groupId === each.id && (codes?.includes(code) ?? true))
        .map(({ id, code, name }) => ({
          code,
          word: String(id),
          name,
          head: <StatusTag statuses={statusesOf(field)} id={id} />,
          band: each.code,
          limit: shared?.limits?.[code],
          part: { statusCode: [code] },
        })),
    )
}

type Option = { code: string; name: string }

/** A column for each option, and one for items that have none. */
export function choiceColumns(
  field: Field,
  { shared }: Pick<View, 'shared'>,
  without: string,
): BoardColumn[] {
  const options = (field.data.enumItems ?? []) as Option[]
  return [...options, { code: '', name: without }].map(({ code, name }, at) => ({
    code,
    word: code,
    name,
    head: code ? <Tag hue={hueOf(at + 1)}>{name}</Tag> : name,
    band: '',
    limit: shared?.limits?.[code],
    part: { filter: filterOfValue(field, code === '' ? null : [{ code }]) },
  }))
}

const SIZE = 30

/** What a cell of the board asks of the list. */
export const askedIn = (asked: ListRequest, { part }: BoardColumn, lane?: Lane): ListRequest => ({
  ...asked,
  input: {
    ...asked.input,
    ...(part.statusCode && { statusCode: part.statusCode }),
    filter: both(asked.input?.filter ?? {}, part.filter ?? {}, lane?.filter ?? {}),
    size: SIZE,
    total: false,
  },
})
