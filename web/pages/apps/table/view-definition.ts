import type { Field } from '../../../fields/field.ts'
import { toTree } from '../filter/tree.ts'
import { isDate } from './fields.ts'
import { type FieldSetting, filterOf, type Mode, type View } from './view.ts'

type Definition = Record<string, unknown>

/** What each way to look at items is told about fields. */
const SETTINGS: Record<Mode, FieldSetting[]> = {
  table: ['groupBy'],
  board: ['groupBy', 'lanes', 'sumOf', 'colourBy'],
  calendar: ['date', 'until', 'colourBy'],
  timeline: ['date', 'until', 'colourBy'],
  gallery: ['image'],
}

/** A view as a definition writes it, for one that everybody gets. */
export function toDefinition(name: string, view: View, fields: readonly Field[]): Definition {
  const { as, shared } = view
  const filter = filterOf(view)
  const named = SETTINGS[as].flatMap((key) => (view[key] ? [[key, view[key]]] : []))
  return {
    name,
    type: as,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(shared?.statusCode && { statusCode: shared.statusCode }),
    ...datesOf(view, fields),
    ...Object.fromEntries(named),
    ...ownOf(view),
    ...coloursOf(view, fields),
  }
}

/** The first date, where none was chosen: what the reader sees is what the others get. */
function datesOf({ as, date }: View, fields: readonly Field[]): Definition {
  if (date || (as !== 'calendar' && as !== 'timeline')) return {}
  const usual = fields.find((field) => !field.code.startsWith('__') && isDate(field))
  return { date: usual?.code ?? '__createdAt' }
}

function ownOf(view: View): Definition {
  const { as, columns, sort, summaries, group, zoom, shared } = view
  const card = columns !== shared?.columns ? columns : shared?.card
  switch (as) {
    case 'table':
      return {
        ...(columns && { columns }),
        ...(sort.length > 0 && { sort }),
        ...(Object.keys(summaries).length > 0 && { summaries }),
      }
    case 'board':
      return {
        ...(card && { card }),
        ...(sort.length > 0 && { sort }),
        ...(group && { group }),
        ...(shared?.limits && { limits: shared.limits }),
      }
    case 'timeline':
      return { zoom, ...(sort.length > 0 && { sort }) }
    case 'gallery':
      return { ...(card && { card }), ...(sort.length > 0 && { sort }) }
    default:
      return {}
  }
}

function coloursOf({ colours, shared }: View, fields: readonly Field[]): Definition {
  const own = colours.flatMap(({ colour, when }) => {
    const tree = toTree(when, fields)
    return tree ? [{ when: tree, colour }] : []
  })
  const all = [...own, ...(shared?.colours ?? [])]
  return all.length > 0 ? { colours: all } : {}
}
