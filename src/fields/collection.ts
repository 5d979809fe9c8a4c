import { AppPath } from '../lib/codes.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldType } from './field-type.ts'
import { idLists, namedIn, onlyOneId, singleSetting } from './id-lists.ts'

/** Items of one app. */
export const collectionType = fieldType({
  type: 'SYS_COLLECTION',
  ...idLists,
  settings: { ...singleSetting, app: AppPath.describe('whose items: workspace/app') },
  named: (value, { app }) => namedIn(`item:${app}`, value),
  linked: { apps: ({ app }) => [app], member: ({ id }) => id },
  link: ({ app }) => app,
  data: ({ app }) => {
    const [namespace, code] = app.split('/')
    return { namespace, code }
  },
  conversions: {
    SYS_COLLECTION: {
      fits: (old, { from, to }) =>
        from.app === to.app
          ? (onlyOneId.fits?.(old, { from, to }) ?? sql`true`)
          : sql`coalesce(cardinality(${old('')}) = 0, true)`,
    },
  },
})
