import type pg from 'pg'
import type { NewItem } from '../../src/areas/apps/item.ts'
import { readNew } from '../../src/areas/apps/item-values.ts'
import { insertItem } from '../../src/areas/apps/store/insert.ts'
import { type ItemShape, shapeOf, sourceOf } from '../../src/areas/apps/store/shape.ts'
import { toSnapshot } from '../../src/definitions/snapshot.ts'
import { newId } from '../../src/lib/ids.ts'
import { compile } from '../../src/lists/query.ts'
import { ListRequest } from '../../src/lists/request.ts'
import { makeDb } from '../../src/platform/db/db.ts'
import { render, type Sql } from '../../src/platform/db/sql.ts'
import { toQuery } from '../../src/platform/db/to-query.ts'
import { Definitions } from '../../src/platform/definitions.ts'
import { appendEvents } from '../../src/platform/events.ts'
import { makeLog } from '../../src/platform/log.ts'
import { Signals } from '../../src/platform/signals.ts'
import { contextOf, filtered, itemId, type Size } from '../items/app.ts'
import { type Work, withClient } from './work.ts'

const OWNER = '00000000-0000-7000-8000-000000000009'

const shapes = new Map<Size, Promise<ItemShape>>()

/** The app as the server knows it, with the very statements that the server sends. */
function shapeIn(pool: pg.Pool, size: Size): Promise<ItemShape> {
  const known = shapes.get(size) ?? loadShape(pool, size)
  shapes.set(size, known)
  return known
}

async function loadShape(pool: pg.Pool, size: Size): Promise<ItemShape> {
  const db = makeDb((query) => pool.query(query))
  const app = toSnapshot(
    await new Definitions(new Signals({}, makeLog('silent'))).load(db),
  ).findApp('bench', size)
  if (!app) throw new Error(`there is no app bench/${size}`)
  return shapeOf(app)
}

const numberOf = (key: string): number =>
  [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_001, 7)

export const itemWorks = {
  'get item': async (pool, key) => {
    const { get } = await shapeIn(pool, 'huge')
    return pool.query(toQuery(get(itemId(1 + numberOf(key)))))
  },
  'list items': async (pool, key) => {
    const source = sourceOf(await shapeIn(pool, 'huge'), [])
    const { page, count } = await compile(source, ListRequest.parse(filtered(numberOf(key))))
    const ask = (name: string, query: Sql) => pool.query({ name, ...render(query) })
    return [await ask('page', page), await ask('count', count)]
  },
  'create item': async (pool, key) => {
    const shape = await shapeIn(pool, 'huge')
    return withClient(pool, async (client) => {
      const begun = client.query('begin')
      const item = newItem(shape, numberOf(key))
      await insertItem(
        makeDb((query) => client.query(query)),
        shape,
        item,
      )
      await Promise.all([begun, client.query(eventOf(item)), client.query('commit')])
    })
  },
} satisfies Record<string, Work>
const context = contextOf(0, { reference: '', owner: OWNER })

/** Values are checked once, not each time: that is not the database's work. */
const checked = new WeakMap<ItemShape, NewItem['fields']>()

function newItem(shape: ItemShape, number: number): NewItem {
  const known = checked.get(shape) ?? readNew({ warn: () => undefined }, shape.app, context).fields
  checked.set(shape, known)
  const id = newId()
  const own: Record<string, unknown> = { reference: id, count: number % 1000 }
  const now = new Date()
  return {
    id,
    at: now,
    by: OWNER,
    version: Math.floor(now.getTime() / 1000),
    status: 1,
    directory: null,
    subscribers: [OWNER],
    externalId: null,
    externalProcessMeta: null,
    name: null,
    fields: new Map([...known].map(([field, value]) => [field, own[field.code] ?? value])),
  }
}

function eventOf({ id, at }: NewItem): pg.QueryConfig {
  const object = `item:bench/huge/${id}`
  const event = { type: 'app.item.created' as const, object, namespace: 'bench', code: 'huge' }
  const origin = { at, actor: OWNER, credential: OWNER, requestId: id }
  const [append] = appendEvents([{ ...event, data: { after: context } }], origin)
  if (!append) throw new Error('an event is appended by one statement')
  return toQuery(append)
}
