import { implement } from '../../../http/implement.ts'
import type { Jobs } from '../../../platform/jobs/runner.ts'
import type { StartLimit } from '../instances/start-limit.ts'
import { matchMessage } from './match.ts'
import { processMessages, sending } from './operations.ts'
import * as service from './service.ts'

export const sendingRoutes = (limit: StartLimit) =>
  implement('workers', sending, {
    sendMessage: async ({ input }, ctx) => service.sendMessage(ctx, input, limit),
    sendSignal: async ({ input }, ctx) => service.sendSignal(ctx, input, limit),
  })

export const processMessagesRoutes = implement('processes', processMessages, {
  messages: async ({ input: { state, name, ...page } }, ctx) =>
    service.listMessages(ctx, { state, name }, page),
  matchMessage: async ({ input: { name, correlation } }, ctx) =>
    matchMessage(ctx, { name, correlation: correlation ?? null }),
  resendMessage: async ({ params }, ctx) => {
    await service.resendMessage(ctx, params.id)
    return {}
  },
  discardMessage: async ({ params }, ctx) => {
    await service.discardMessage(ctx, params.id)
    return {}
  },
})

export const messageJobs: Jobs = {
  handlers: { 'process-messages.sweep': service.sweepMessages },
  schedule: { 'process-messages.sweep': '27 * * * *' },
}
