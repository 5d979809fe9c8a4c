import { operations } from 'virtual:operations'
import type { areas } from '../src/client/areas.ts'
import {
  ClientError,
  createClient,
  overHttp,
  type Parts,
  type Reply,
  type Request,
  type Sent,
  toSent,
} from '../src/client/client.ts'
import { confirmIdentity } from './confirming.ts'
import { previewHeaders } from './preview.ts'
import { spokenTexts } from './texts/index.ts'

export type Areas = typeof areas
export type AreaName = keyof Areas
export type OperationName<A extends AreaName> = keyof Areas[A] & string
/** What an operation is asked with, and what it answers. */
export type RequestOf<A extends AreaName, O extends OperationName<A>> = Request<
  Extract<Areas[A][O], Areas[A][keyof Areas[A]]> extends infer T
    ? T extends import('../src/api/operation.ts').Operation
      ? T
      : never
    : never
>
export type ReplyOf<
  A extends AreaName,
  O extends OperationName<A>,
> = Areas[A][O] extends import('../src/api/operation.ts').Operation ? Reply<Areas[A][O]> : never

/** The same typed client that programs have; the browser brings the session. */
const send = overHttp('')

/** The browser says `Failed to fetch`, in English. */
function notSent(error: unknown): never {
  const text = error instanceof TypeError && spokenTexts()?.frame.states.notSent
  throw text ? new Error(text, { cause: error }) : error
}

const sendOnce = (sent: Sent) =>
  send({
    ...sent,
    headers: {
      ...sent.headers,
      ...previewHeaders(sent.path),
      'accept-language': document.documentElement.lang,
    },
  }).catch(notSent)

/** What is dangerous is refused until somebody has confirmed who they are, and then sent again. */
export const client = createClient(operations as Areas, async (sent) => {
  const answer = await sendOnce(sent)
  const isAsked = answer.status === 403 && new ClientError(answer).code === 'confirmation_needed'
  return isAsked && (await confirmIdentity()) ? sendOnce(sent) : answer
})

/** A request as it travels, for what cannot go through `client`: pictures, and uploads that tell how far they are. */
export const sentOf = <A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  request: Omit<RequestOf<A, O>, 'file'>,
): Sent => toSent((operations as Areas)[area][name] as never, request as Parts)
