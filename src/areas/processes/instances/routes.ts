import { nextOf } from '../../../api/after.ts'
import { implement } from '../../../http/implement.ts'
import { etagOf } from '../../../lib/etag.ts'
import { getTemplate } from '../published.ts'
import { restore } from '../restore.ts'
import { runEach } from '../run-each.ts'
import { beginActivity, completeActivities } from './activities.ts'
import * as changes from './changes.ts'
import * as incidents from './incidents.ts'
import { listInstances, showDiagram, showInstance } from './instances.ts'
import * as lists from './lists.ts'
import { processes } from './manage-operations.ts'
import { bpm } from './operations.ts'
import { getProcess, listProcesses, listProcessTools } from './overview.ts'
import * as service from './service.ts'
import type { StartLimit } from './start-limit.ts'
import { getStatistics } from './statistics.ts'
import { listTimeline } from './timeline.ts'

export const bpmRoutes = (limit: StartLimit) =>
  implement('bpm', bpm, {
    run: async ({ params, input }, ctx) => {
      const context = await service.runProcess(ctx, params, { context: input.context, limit })
      if (context.__state === 'exec') {
        ctx.afterCommit(async (reading) => ({
          context: await service.untilSettled(reading, context.__id),
        }))
      }
      return { context }
    },
    listByTemplate: async ({ params, input }, ctx) => {
      const template = await getTemplate(ctx, params)
      return lists.listByTemplate(ctx, template, input)
    },
    listByTemplateId: async ({ params, input }, ctx) => {
      const template = await lists.getTemplateById(ctx, params.id)
      return lists.listByTemplate(ctx, template, input)
    },
    listByTarget: async ({ input: { target, ...request } }, ctx) =>
      lists.listByTarget(ctx, target, request),
    get: async ({ params }, ctx) => {
      const { instance, revision } = await service.getInstance(ctx, params.id)
      ctx.setHeader('etag', etagOf(revision))
      return { data: instance }
    },
    interrupt: async ({ params, input }, ctx) => {
      await changes.interruptInstance(ctx, params.id, input.comment)
      return {}
    },
    interruptMany: async ({ input }, ctx) => {
      const { errors } = await changes.interruptInstances(ctx.write, input.instances, input.comment)
      return withErrors(errors)
    },
    moveVersion: async ({ params, input }, ctx) => {
      await changes.moveVersion(ctx, params.id, input)
      return {}
    },
    moveVersions: async ({ params, input }, ctx) => {
      const { instanceIds, instances, updateAllActive, unselectedIds, ...wanted } = input
      const selection = {
        ids: instanceIds ?? instances,
        isAll: updateAllActive,
        but: unselectedIds ?? [],
      }
      const steps = { ctx, write: ctx.write }
      const { done, errors, queued } = await changes.moveVersions(steps, params, {
        ...selection,
        ...wanted,
      })
      return { moved: done, queued, ...withErrors(errors) }
    },
    changeContext: async ({ params, input, headers }, ctx) => {
      await changes.changeContext(ctx, params.id, { ...input, ifMatch: headers['if-match'] })
      return {}
    },
    restore: async ({ params, input }, ctx) => {
      await restore(ctx, params.id, input)
      return {}
    },
    listIncidents: async ({ input }, ctx) => {
      const { state, instance = null, template = null, ...page } = input
      const isOpen = state === 'all' ? null : state === 'open'
      return incidents.listIncidents(ctx, { isOpen, instance, template }, page)
    },
    retryIncident: async ({ params }, ctx) => {
      await incidents.repair(ctx, params.id, { type: 'retry' })
      return {}
    },
    restartStep: async ({ params }, ctx) => {
      await incidents.repair(ctx, params.id, { type: 'restart' })
      return {}
    },
    skipStep: async ({ params, input }, ctx) => {
      await incidents.repair(ctx, params.id, { type: 'skip', flow: input.flow })
      return {}
    },
    repairIncidents: async ({ input: { incidents: ids, action, flow } }, ctx) => {
      const how = action === 'skip' ? { type: action, flow } : { type: action }
      const { done, errors } = await runEach(ids, (id) =>
        ctx.write((step) => incidents.repair(step, id, how)),
      )
      return { repaired: done, errors }
    },
    skipStepOf: async ({ params }, ctx) => {
      await changes.repairSteps(ctx, params.id, 'skip')
      return {}
    },
    restartStepOf: async ({ params }, ctx) => {
      await changes.repairSteps(ctx, params.id, 'restart')
      return {}
    },
    skipSteps: async ({ input }, ctx) =>
      withErrors((await changes.repairStepsOf(ctx.write, input.instances, 'skip')).errors),
    restartSteps: async ({ input }, ctx) =>
      withErrors((await changes.repairStepsOf(ctx.write, input.instances, 'restart')).errors),
    timeline: async ({ params, input }, ctx) => {
      const { after, size } = input
      const lines = await listTimeline(ctx, params.id, { after: Number(after ?? 0), size })
      const numbers = lines.map(({ seq }) => seq)
      return { lines, ...nextOf(input, numbers) }
    },
  })

export const processesRoutes = implement('processes', processes, {
  list: async (_, ctx) => ({ processes: await listProcesses(ctx) }),
  listTools: async (_, ctx) => ({ tools: await listProcessTools(ctx) }),
  get: async ({ params, input }, ctx) => ({
    process: await getProcess(ctx, params.id, input.version),
  }),
  statistics: async ({ params, input }, ctx) => getStatistics(ctx, params.id, input),
  instance: async ({ params }, ctx) => ({ instance: await showInstance(ctx, params.id) }),
  beginActivity: async ({ params, input }, ctx) => {
    await beginActivity(ctx, params.id, input)
    return {}
  },
  completeActivities: async ({ params, input }, ctx) => {
    await completeActivities(ctx, params.id, input)
    return {}
  },
  diagram: async ({ params }, ctx) => showDiagram(ctx, params.id),
  instances: async ({ input }, ctx) => listInstances(ctx, input),
})

const withErrors = (errors: Record<string, string>) =>
  Object.keys(errors).length > 0 ? { errors } : {}
