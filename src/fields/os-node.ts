import { fieldType } from './field-type.ts'
import { idLists, onlyOneId } from './id-lists.ts'

/** Departments and positions of the org chart. */
export const osNodeType = fieldType({
  type: 'SYS_OSNODE',
  ...idLists,
  data: () => ({}),
  conversions: { SYS_OSNODE: onlyOneId },
})
