import { z } from 'zod'
import { fieldType } from './field-type.ts'
import { anyOfIds, idLists, namedIn, onlyOneId, singleSetting } from './id-lists.ts'

/** The list that the ids of users lead to. */
export const USERS = 'users'

/** Users. Clients write and ask for one user also without the list. */
export const userType = fieldType({
  type: 'SYS_USER',
  ...idLists,
  settings: {
    ...singleSetting,
    creatorByDefault: z
      .boolean()
      .optional()
      .describe('the form of a new item begins with whoever fills it in'),
  },
  named: (value) => namedIn('user', value),
  link: () => USERS,
  data: ({ creatorByDefault }) => (creatorByDefault ? { creatorByDefault } : {}),
  value: (field) =>
    z.preprocess((value) => (typeof value === 'string' ? [value] : value), idLists.value(field)),
  tableFilter: anyOfIds,
  conversions: { SYS_USER: onlyOneId },
})
