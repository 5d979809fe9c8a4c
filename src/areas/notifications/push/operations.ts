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

/** Notices in a browser that has no page of the console open. */
export const push = {
  getPush: operation({
    method: 'GET',
    path: PATH,
    summary: 'Read whether this browser is told of my notices',
    output: z.object({
      isOffered: z.boolean().describe('false if KONTOR_PUSH is off, and for tokens'),
      isOn: z.boolean().describe('whether the browser of this session is told'),
    }),
  }),
  getPushKey: operation({
    method: 'POST',
    path: `${PATH}/key`,
    gives: [],
    summary: 'Read the key that a browser subscribes with',
    description: 'The same for everybody; it is made when it is asked for the first time.',
    output: z.object({ key: z.string().describe('`applicationServerKey`, in base64url') }),
  }),
  startPush: operation({
    method: 'PUT',
    path: PATH,
    gives: [],
    summary: 'Tell this browser of my notices',
    description:
      'Only for sessions, and until the session ends. A person has at most ten such browsers: one more takes the place of the oldest.',
    input: Subscription,
  }),
  stopPush: operation({
    method: 'DELETE',
    path: PATH,
    gives: [],
    summary: 'Tell this browser no more',
  }),
}
