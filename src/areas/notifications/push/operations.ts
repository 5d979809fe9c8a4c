import { z } from 'zod'
import { operation } from '../../../api/operation.ts'

const PATH = '/manage/v1/me/push'

const key = (length: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}$`), `expected ${length} characters of base64url`)
    .describe(what)

const Subscription = z
  .object({
    endpoint: z.url({ protocol: /^https$/ }).max(2000),
    keys: z.object({
      p256dh: key(87, 'the public key of the browser'),
      auth: key(22, 'its authentication secret'),
    }),
  })
  .describe('as `PushSubscription.toJSON()` of the browser has it')
export type Subscription = z.output<typeof Subscription>

/** Notifications in browsers without an open page of the console. */
export const push = {
  getPush: operation({
    method: 'GET',
    path: PATH,
    summary: 'Get whether this browser receives push notifications',
    output: z.object({
      isOffered: z.boolean().describe('false if KONTOR_PUSH is off, and for tokens'),
      isOn: z.boolean().describe('whether the browser of this session is told'),
    }),
  }),
  getPushKey: operation({
    method: 'POST',
    path: `${PATH}/key`,
    gives: [],
    summary: 'Get the public key for push subscriptions',
    description: 'The same for everybody; it is made when it is asked for the first time.',
    output: z.object({ key: z.string().describe('`applicationServerKey`, in base64url') }),
  }),
  startPush: operation({
    method: 'PUT',
    path: PATH,
    gives: [],
    summary: 'Subscribe this browser to push notifications',
    description:
      'Only for sessions, and until the session ends. A person has at most ten such browsers: one more takes the place of the oldest.',
    input: Subscription,
  }),
  stopPush: operation({
    method: 'DELETE',
    path: PATH,
    gives: [],
    summary: 'Unsubscribe this browser from push notifications',
  }),
}
