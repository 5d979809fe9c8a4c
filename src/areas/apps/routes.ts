import { Readable } from 'node:stream'
import { List } from '../../api/list.ts'
import { Download, implement, type RequestContext } from '../../http/implement.ts'
import { etagOf } from '../../lib/etag.ts'
import { JsonText } from '../../lib/json-text.ts'
import { filterRows } from '../../lists/filter-rows.ts'
import { isShown, readProjection } from '../../lists/projection.ts'
import { ListRequest } from '../../lists/request.ts'
import { systemField } from '../../lists/source.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { createItems } from './batch.ts'
import { changeItems } from './change-many.ts'
import { exportItems } from './export.ts'
import { XLSX } from './importing/operations.ts'
import { previewImport, readTable } from './importing/preview.ts'
import { runImport } from './importing/run.ts'
import { importErrors, importStatus, recoverImports, startImport } from './importing/service.ts'
import { listApps } from './lists.ts'
import { makeDocument } from './make-document.ts'
import { apps, type UpsertedItem } from './operations.ts'
import { listRelated } from './related.ts'
import * as service from './service.ts'
import { statusSettings } from './statuses.ts'
import { findTransitionRules } from './transition-rules.ts'
import { deletedItems } from './trash.ts'
import { upsertItems } from './upsert.ts'
import { toAppRow } from './views.ts'

/** What the list of apps can be filtered and sorted by. */
const APP_FIELDS = new Map(
  Object.entries({
    __id: 'ID',
    namespace: 'CODE',
    code: 'CODE',
    name: 'STRING',
    elementName: 'STRING',
    type: 'CODE',
    hidden: 'BOOLEAN',
    version: 'INTEGER',
    __createdAt: 'DATETIME',
    __updatedAt: 'DATETIME',
    __deletedAt: 'DATETIME',
  }).map(([code, type]) => [code, systemField(code, type)]),
)

async function answer(ctx: RequestContext, { item, version, open }: service.ShownItem) {
  ctx.setHeader('etag', etagOf(version))
  return { item, ...(await open()) }
}

export const appsRoutes = implement('apps', apps, {
  listApps: async ({ input }, ctx) => {
    const rows = (await listApps(ctx)).map(toAppRow)
    const { rows: found, total } = filterRows(rows, input, APP_FIELDS)
    return new List({ rows: found.map(JsonText.of), total })
  },
  createItem: async ({ params, input }, ctx) =>
    answer(ctx, await service.createItem(ctx, params, input, ctx.last)),
  updateItem: async ({ params, input, headers }, ctx) =>
    answer(
      ctx,
      await service.updateItem(ctx, params, {
        id: params.id,
        context: input.context,
        ifMatch: headers['if-match'],
        byForm: input.byForm,
        links: input.links,
      }),
    ),
  getItem: async ({ params, input }, ctx) => {
    const found = await service.getItem(ctx, params, params.id)
    const projection = readProjection(input.fields)
    if (Object.keys(projection).length === 0) return answer(ctx, found)
    if (Object.values(projection).some((rule) => typeof rule === 'object')) {
      const request = ListRequest.parse({ ids: [params.id], fields: input.fields })
      const { row: item } = await service.listItems(ctx, params, request)
      return answer(ctx, { ...found, item })
    }
    const whole = Object.entries(found.item.parse<object>())
    const shown = Object.fromEntries(whole.filter(([code]) => isShown(projection, code)))
    return answer(ctx, { ...found, item: JsonText.of(shown) })
  },
  listItems: async ({ params, input }, ctx) => service.listItems(ctx, params, input),
  aggregate: async ({ params, input }, ctx) => service.aggregateItems(ctx, params, input),
  setStatus: async ({ params, input, headers }, ctx) =>
    answer(
      ctx,
      await service.setStatus(ctx, params, {
        id: params.id,
        status: input.status,
        context: input.context,
        ifMatch: headers['if-match'],
      }),
    ),
  deleteItem: async ({ params, headers }, ctx) => {
    await service.deleteItem(ctx, params, { id: params.id, ifMatch: headers['if-match'] })
    return {}
  },
  restoreItem: async ({ params, headers }, ctx) =>
    answer(
      ctx,
      await service.restoreItem(ctx, params, { id: params.id, ifMatch: headers['if-match'] }),
    ),
  deleted: async ({ params, input }, ctx) => deletedItems(ctx, params, input),
  changeMany: async ({ params, input }, ctx) => changeItems(ctx, params, input),
  exportItems: async ({ params, input }, ctx) => {
    const request = { ...input, active: true, from: 0, size: 0 }
    const { content, name } = await exportItems(ctx, params, request)
    const type = input.format === 'csv' ? 'text/csv; charset=utf-8' : XLSX
    return new Download(content, { type, name })
  },
  importItems: async ({ params, input }, ctx) => ({
    importId: await startImport(ctx, params, input),
  }),
  previewImport: async ({ params, input }, ctx) =>
    previewImport(ctx, params, { ...input, left: ctx.left() }),
  readTable: async ({ input }, ctx) => ({
    rows: await readTable(ctx, { ...input, left: ctx.left() }),
  }),
  importStatus: async ({ params, input }, ctx) => importStatus(ctx, params, input.importId),
  importErrors: async ({ params }, ctx) =>
    new Download(Readable.from(await importErrors(ctx, params.id)), {
      type: 'text/csv; charset=utf-8',
      name: `import-${params.id}-errors.csv`,
    }),
  statusSettings: async ({ params }, ctx) => {
    const app = await service.getApp(ctx, params)
    const transitions = (await findTransitionRules(ctx, app))?.rules()
    return { ...statusSettings(app), ...(transitions && { transitions }) }
  },
  related: ({ params }, ctx) => listRelated(ctx, params),
  makeDocument: async ({ params, input }, ctx) =>
    makeDocument(ctx, params, { ...input, write: ctx.write }),
  createItems: async ({ input }, ctx) => ({ items: await createItems(ctx, input) }),
  upsertItems: async ({ params, input }, ctx) => {
    const items = await upsertItems(ctx, params, input)
    const count = (status: UpsertedItem['status']) =>
      items.filter((each) => each.status === status).length
    return {
      items,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      failed: count('error'),
    }
  },
})

export const appsJobs: Jobs = {
  handlers: { 'apps.import': runImport, 'apps.recover-imports': recoverImports },
  schedule: { 'apps.recover-imports': '* * * * *' },
}
