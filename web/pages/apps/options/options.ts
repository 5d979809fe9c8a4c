import type { Field } from '../../../fields/field.ts'
import { canGroupBy } from '../groups.ts'
import { isDate, isSummed } from '../table/fields.ts'
import type { FieldSetting, Mode } from '../table/view.ts'
import type { ViewTexts } from '../view-texts.ts'

/** A setting of a view that names a field, and which fields it can name. */
type Option = {
  key: FieldSetting
  label: (t: ViewTexts['options']) => string
  fits: (field: Field) => boolean
}

const hasColours = ({ type }: Field): boolean => ['CATEGORY', 'BOOLEAN', 'STATUS'].includes(type)

const option = (
  key: FieldSetting,
  fits: Option['fits'],
  label: Option['label'] = (t) => t.settings[key],
): Option => ({ key, fits, label })

const colourBy = option('colourBy', hasColours)

/** What each way to look at items asks for. */
export const OPTIONS: Record<Mode, Option[]> = {
  table: [option('groupBy', canGroupBy)],
  board: [
    option(
      'groupBy',
      (field) => ['CATEGORY', 'STATUS'].includes(field.type) && canGroupBy(field),
      (t) => t.columnsBy,
    ),
    option('lanes', (field) => field.type !== 'STATUS' && canGroupBy(field)),
    option('sumOf', isSummed),
    colourBy,
  ],
  calendar: [option('date', isDate, (t) => t.day), option('until', isDate), colourBy],
  timeline: [option('date', isDate), option('until', isDate), colourBy],
  gallery: [option('image', ({ type }) => ['IMAGE', 'FILE'].includes(type))],
}
