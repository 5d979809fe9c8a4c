import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import type { Family, Kind } from '../../kinds/kind.ts'
import { memoize } from '../../lib/cache.ts'
import { visibleData } from './event-view.ts'
import { requireFileChange } from './file-locks.ts'
import { itemCondition, listSeen } from './policy.ts'
import { itemRows, itemSearch } from './store/item-facts.ts'

const itemKind = memoize(
  (app: StoredApp): Kind => ({
    name: `item:${app.namespace}/${app.code}`,
    rows: itemRows(app),
    search: itemSearch(app),
    within: async () => [`app:${app.namespace}/${app.code}`],
    visible: (reader) => itemCondition(reader, app, 'read'),
    requireFileChange: (ctx, id, file) => requireFileChange(ctx, app, { id, file }),
    view: async (_, event) => {
      if (!event.type.startsWith('app.item.')) return event
      const data = visibleData(app, event.data)
      return data === event.data ? event : { ...event, data }
    },
  }),
)

/** The items of every app. */
export const itemKinds: Family = {
  name: 'item',
  find: async (ctx, path) => {
    const [namespace = '', code = ''] = path.split('/')
    const app = (await snapshotOf(ctx)).findApp(namespace, code)
    return app && itemKind(app)
  },
  listSeen: async (reader) => {
    const apps = (await snapshotOf(reader.ctx)).live('app').map(toApp)
    return (await listSeen(reader, apps)).map(({ namespace, code }) => `${namespace}/${code}`)
  },
}
