import type { Setting } from '../../pages/settings/forms.ts'

export const TYPES = ['table', 'board', 'calendar', 'timeline', 'gallery'] as const
export type ViewType = (typeof TYPES)[number]
/** A view as the draft has it: anything may be missing. */
export type DraftView = { name?: string; type?: ViewType } & Record<string, unknown>

/** What only views are asked for, besides what widgets are asked for as well. */
type ViewSetting = Setting | { key: 'summaries' | 'limits' | 'colours'; is: 'own' }

const items: Setting[] = [
  { key: 'filter', is: 'filter' },
  { key: 'statusCode', is: 'statuses' },
]
const colours: ViewSetting[] = [{ key: 'colours', is: 'own' }]
const coloured: ViewSetting[] = [{ key: 'colourBy', is: 'field', of: 'coloured' }, ...colours]
const card: Setting = { key: 'card', is: 'fields' }
const sort: Setting = { key: 'sort', is: 'sort' }
const dates: Setting[] = [
  { key: 'date', is: 'field', of: 'date' },
  { key: 'until', is: 'field', of: 'date' },
]

/** What each type of view asks for. */
export const VIEW_SETTINGS: Record<ViewType, ViewSetting[]> = {
  table: [
    { key: 'columns', is: 'fields' },
    sort,
    { key: 'groupBy', is: 'field', of: 'grouped' },
    { key: 'summaries', is: 'own' },
    ...colours,
    ...items,
  ],
  board: [
    card,
    { key: 'sumOf', is: 'field', of: 'number' },
    { key: 'groupBy', is: 'field', of: 'columns', label: 'columnsBy' },
    { key: 'lanes', is: 'field', of: 'lanes' },
    { key: 'limits', is: 'own' },
    { key: 'group', is: 'group' },
    sort,
    ...coloured,
    ...items,
  ],
  calendar: [...dates, ...coloured, ...items],
  timeline: [
    ...dates,
    { key: 'zoom', is: 'choice', options: ['day', 'week', 'month'] },
    sort,
    ...coloured,
    ...items,
  ],
  gallery: [{ key: 'image', is: 'field', of: 'image' }, card, sort, ...colours, ...items],
}

/** With these a new view shows something at once. */
export const firstView = (name: string, type: ViewType, date: string | undefined): DraftView => ({
  name,
  type,
  ...((type === 'calendar' || type === 'timeline') && { date: date ?? '__createdAt' }),
})
