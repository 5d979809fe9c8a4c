import { z } from 'zod'
import { Id } from '../../api/schemas.ts'
import { audit, key } from '../../api/system-keys.ts'

/** An item: the system fields and one key per field of its app. */
export const Item = z
  .looseObject({
    __id: Id,
    __name: key.text,
    __index: key.number,
    __version: key.number,
    ...audit,
    __status: key.status,
    __statusChangedAt: key.timeOrNone,
    __directory: key.idOrNone,
    __subscribers: key.ids,
    __externalId: key.text,
    __externalProcessMeta: key.objectOrNone,
    __debug: key.flag,
    __tasks: key.listOrNone,
    __tasks_performers: key.ids,
    __tasks_earliest_duedate: key.timeOrNone,
  })
  .meta({ id: 'Item', description: 'system keys, and one key per field of the app' })
