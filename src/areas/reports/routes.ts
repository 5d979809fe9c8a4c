import { implement, type Routes } from '../../http/implement.ts'
import { reports } from './operations.ts'
import type { Sandbox } from './sandbox.ts'
import * as schedules from './schedules/service.ts'
import { describeReport, listReports, listRows } from './service.ts'

export const reportsRoutes = (sandbox: Sandbox): Routes =>
  implement('reports', reports, {
    catalog: async (_, ctx) => ({ reports: await listReports(ctx) }),
    listInWorkspace: async ({ params }, ctx) => {
      const result = (await listReports(ctx)).filter(
        ({ namespace }) => namespace === params.namespace,
      )
      return { result: { result, total: result.length } }
    },
    describe: async ({ params }, ctx) => ({ report: await describeReport(ctx, params) }),
    listRows: async ({ params, input }, ctx) =>
      listRows(ctx, sandbox, { place: params, request: input }),
    listSchedules: async ({ input }, ctx) => ({
      schedules: await schedules.listSchedules(ctx, input),
    }),
    createSchedule: async ({ input }, ctx) => ({
      schedule: await schedules.createSchedule(ctx, input),
    }),
    changeSchedule: async ({ params, input }, ctx) => ({
      schedule: await schedules.changeSchedule(ctx, params.id, input),
    }),
    deleteSchedule: async ({ params }, ctx) => {
      await schedules.deleteSchedule(ctx, params.id)
      return {}
    },
    sendSchedule: async ({ params }, ctx) => ({
      schedule: await schedules.sendSchedule(ctx, params.id),
    }),
    listMails: async ({ params }, ctx) => ({ mails: await schedules.listMails(ctx, params.id) }),
  })
