import { fieldType } from './field-type.ts'
import { stringType } from './string.ts'
import { oneOf, whole } from './table-filters.ts'

/** Text that programs compare as a whole, such as the code of an app. The system's own. */
export const codeType = fieldType({
  ...stringType,
  type: 'CODE',
  tableFilter: (value, field) => {
    const facet = stringType.facets(field)['']
    if (!facet) throw new Error('a text without its facet')
    return oneOf({ path: whole(field), facet }, value, { mayBeAlone: true })
  },
})
