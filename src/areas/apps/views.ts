import type { StoredApp } from '../../definitions/snapshot.ts'
import type { AppRow } from './operations.ts'

export const toAppRow = ({ body, ...app }: StoredApp): AppRow => ({
  __id: app.id,
  namespace: app.namespace,
  code: app.code,
  name: body.name,
  elementName: body.elementName ?? body.name,
  type: body.type,
  icon: body.icon || null,
  hidden: body.hidden,
  version: app.version,
  __createdAt: seconds(app.createdAt),
  __createdBy: app.createdBy,
  __updatedAt: seconds(app.updatedAt),
  __updatedBy: app.updatedBy,
  __deletedAt: app.deletedAt && seconds(app.deletedAt),
})

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
