import type { Setting } from '../../pages/settings/forms.ts'

export const TYPES = ['table', 'board', 'calendar'] as const
export type ViewType = (typeof TYPES)[number]
/** A view as the draft has it: anything may be missing. */
export type DraftView = { name?: string; type?: ViewType } & Record<string, unknown>

const items: Setting[] = [
  { key: 'filter', is: 'filter' },
  { key: 'statusCode', is: 'statuses' },
]
const colour: Setting = { key: 'colourBy', is: 'field', of: 'coloured' }

/** What each type of view asks for. */
export const VIEW_SETTINGS: Record<ViewType, Setting[]> = {
  table: [{ key: 'columns', is: 'fields' }, { key: 'sort', is: 'sort' }, ...items],
  board: [
    { key: 'card', is: 'fields' },
    { key: 'sumOf', is: 'field', of: 'number' },
    colour,
    { key: 'group', is: 'group' },
    { key: 'sort', is: 'sort' },
    ...items,
  ],
  calendar: [
    { key: 'date', is: 'field', of: 'date' },
    { key: 'until', is: 'field', of: 'date' },
    colour,
    ...items,
  ],
}

/** With these a new view shows something at once. */
export const firstView = (name: string, type: ViewType, date: string | undefined): DraftView => ({
  name,
  type,
  ...(type === 'calendar' && { date: date ?? '__createdAt' }),
})
