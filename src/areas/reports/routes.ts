import { implement, type Routes } from '../../http/implement.ts'
import { reports } from './operations.ts'
import type { Sandbox } from './sandbox.ts'
import { listReports, listRows } from './service.ts'

export const reportsRoutes = (sandbox: Sandbox): Routes =>
  implement('reports', reports, {
    catalog: async (_, ctx) => ({ reports: await listReports(ctx) }),
    listRows: async ({ params, input }, ctx) =>
      listRows(ctx, sandbox, { place: params, request: input }),
  })
