import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../../api/schemas.ts'

const Name = z.string().min(1).max(200)
const Values = z.record(z.string(), z.unknown())
const Key = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('of the sender: a second one with the same name and key is not sent')

const Receiver = z.object({
  instance: Id,
  element: z.string().describe('the event that got it; "" = all that wait in the instance'),
  isStarted: z.boolean().describe('it began with this'),
})

export const MessageState = z
  .enum(['waiting', 'delivered', 'dead', 'discarded'])
  .describe('dead = nobody received it in time')

const Sent = z
  .object({
    id: Id,
    state: MessageState,
    receivers: z.array(Receiver).describe('the first 100'),
    received: z.int().describe('how many received it'),
    expiresAt: DateTime,
  })
  .meta({ id: 'SentMessage' })
export type Sent = z.infer<typeof Sent>

const sent = z.object({
  message: Sent,
  isRepeated: z.boolean().describe('it was sent before with this key'),
})

/** Messages and signals from programs. */
export const sending = {
  sendMessage: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/workers/messages',
    gives: [],
    summary: 'Send a message to a waiting instance or a process that starts with it',
    description:
      'Needs the right "create" on the message. One instance receives it; until then it waits, and after its time it is a dead letter.',
    input: z.object({
      name: Name,
      correlation: z.string().max(500).nullable().default(null).describe('whom it is for'),
      key: Key,
      variables: Values.default({}),
      ttlSeconds: z
        .int()
        .min(0)
        .max(30 * 86_400)
        .default(3600)
        .describe('how long it waits for a receiver'),
    }),
    output: sent,
  }),
  sendSignal: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/workers/signals',
    gives: [],
    summary: 'Send a signal to all waiting instances',
    description: 'Needs the right "create" on the message of that name. A signal does not wait.',
    input: z.object({ name: Name, key: Key }),
    output: sent,
  }),
}

const ProcessMessage = Sent.extend({
  kind: z.enum(['message', 'signal']),
  name: Name,
  correlation: z.string().nullable(),
  key: z.string().nullable(),
  variables: Values,
  sentAt: DateTime,
  sentBy: Id,
  sender: Id.nullable().describe('the instance that sent it'),
  problem: z.string().describe('why a receiver could not take it'),
}).meta({ id: 'ProcessMessage' })
export type ProcessMessage = z.infer<typeof ProcessMessage>

const MessageMatch = z
  .object({
    receiver: z
      .object({ instance: Id.nullable(), name: z.string(), process: Id })
      .nullable()
      .describe('who would receive it now; without an instance, the process that would begin'),
    waiting: z
      .array(
        z.object({
          instance: Id,
          name: z.string(),
          process: Id,
          correlation: z.string().nullable(),
          suspendedAt: DateTime.nullable(),
        }),
      )
      .describe('who waits for messages of this name, whatever their correlation; the first 50'),
    starters: z
      .array(z.object({ process: Id, name: z.string(), suspendedAt: DateTime.nullable() }))
      .describe('processes that begin with it'),
    names: z
      .array(z.string())
      .describe('names of messages that are waited for, or begin processes'),
  })
  .meta({ id: 'MessageMatch' })
export type MessageMatch = z.infer<typeof MessageMatch>

/** Operations of administrators on undelivered messages. */
export const processMessages = {
  messages: operation({
    method: 'GET',
    path: '/manage/v1/process-messages',
    summary: 'List messages and signals, the newest first',
    description: 'Messages between instances are listed while they wait, and when they are dead.',
    access: 'administrator',
    input: Page.extend({ state: MessageState.optional(), name: Name.optional() }),
    output: z.object({ messages: z.array(ProcessMessage), total: z.int(), ...Next }),
  }),
  matchMessage: operation({
    method: 'GET',
    path: '/manage/v1/process-messages/match',
    summary: 'Find who would receive a message, without sending it',
    access: 'administrator',
    input: z.object({
      name: z.string().max(200).default(''),
      correlation: z.string().max(500).optional().describe('absent = none'),
    }),
    output: MessageMatch,
  }),
  resendMessage: operation({
    method: 'POST',
    path: '/manage/v1/process-messages/{id}/resend',
    gives: [],
    summary: 'Send a dead letter again',
    access: 'administrator',
    params: ById,
  }),
  discardMessage: operation({
    method: 'POST',
    path: '/manage/v1/process-messages/{id}/discard',
    gives: [],
    summary: 'Discard a waiting or dead message',
    access: 'administrator',
    params: ById,
  }),
}
