import { z } from 'zod'
import { Id } from '../../../api/schemas.ts'
import { audit, key } from '../../../api/system-keys.ts'

/** An instance: system keys and one key per variable of its process. */
export const Instance = z
  .looseObject({
    __id: Id,
    __name: key.text,
    __state: key.code,
    __templateId: key.id,
    __template: key.object,
    ...audit,
    __parent: key.objectOrNone,
    __parentId: key.idOrNone,
    __item: key.objectOrNone,
    __target: key.text,
    __tasks: key.object,
    __performers: key.object,
    __currentPerformers: key.ids,
    __flowHistory: key.object,
    __informLists: key.object,
    __subscribers: key.ids,
    __logged: key.flag,
    __notifyOnStart: key.flag,
    __fieldVisibilityConditions: key.object,
    cross_instance: key.object,
  })
  .meta({ id: 'Instance', description: 'system keys, and the variables of the process' })
