import { z } from 'zod'
import { fieldType } from './field-type.ts'
import { anyOfIds, idLists, namedIn, onlyOneId } from './id-lists.ts'

/** The list that the ids of users lead to. */
export const USERS = 'users'

/** Users. Clients write and ask for one user also without the list. */
export const userType = fieldType({
  type: 'SYS_USER',
  ...idLists,
  named: (value) => namedIn('user', value),
  link: () => USERS,
  data: () => ({}),
  value: (field) =>
    z.preprocess((value) => (typeof value === 'string' ? [value] : value), idLists.value(field)),
  tableFilter: anyOfIds,
  conversions: { SYS_USER: onlyOneId },
})
