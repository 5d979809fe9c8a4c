import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import type { Family, Kind } from '../../kinds/kind.ts'
import { ROW } from '../../lists/source.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleData } from './event-view.ts'
import { requireFileChange } from './file-locks.ts'
import { itemCondition, listSeen } from './policy.ts'
import { itemFacts } from './store/item-facts.ts'
import { shapeOf } from './store/shape.ts'

const NAME = sql`${ROW}."__name"`

const known = new WeakMap<StoredApp, Kind>()

function itemKind(app: StoredApp): Kind {
  const kind = known.get(app) ?? makeKind(app)
  known.set(app, kind)
  return kind
}

const makeKind = (app: StoredApp): Kind => ({
  name: `item:${app.namespace}/${app.code}`,
  rows: {
    table: shapeOf(app).table,
    key: sql`${ROW}."__id"`,
    isLive: sql`${ROW}."__deletedAt" is null`,
    facts: itemFacts(app, 'read'),
  },
  search: {
    texts: [NAME],
    ordered: NAME,
    select: sql`${NAME} as title, ${app.body.name}::text as subtitle,
      ${app.namespace}::text as namespace, ${app.code}::text as code`,
  },
  visible: (reader) => itemCondition(reader, app, 'read'),
  requireFileChange: (ctx, id, file) => requireFileChange(ctx, app, { id, file }),
  view: async (_, event) => {
    if (!event.type.startsWith('app.item.')) return event
    const data = visibleData(app, event.data)
    return data === event.data ? event : { ...event, data }
  },
})

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
