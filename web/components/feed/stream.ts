import { client, type ReplyOf } from '../../client.ts'

/** A place where people write: about an item, or in a channel. */
export type Stream = { namespace: string; code: string; id: string } | { channel: string }

export type Message = ReplyOf<'messages', 'listMessages'>['result']['result'][number]
export type Comment = ReplyOf<'messages', 'listComments'>['result']['result'][number]
export type Said = { body: string; mentions: string[]; files: { name: string; hash: string }[] }

const ofObject = ({ namespace, code, id }: Exclude<Stream, { channel: string }>) => ({
  namespace,
  code,
  target: id,
})

export const isChannel = (of: Stream): of is { channel: string } => 'channel' in of

export const sendMessage = (of: Stream, input: Said): Promise<unknown> =>
  isChannel(of)
    ? client.messages.sendChannelMessage({ params: of, input })
    : client.messages.sendMessage({ params: ofObject(of), input })

export const sendComment = (of: Stream, message: string, input: Said): Promise<unknown> =>
  isChannel(of)
    ? client.messages.sendChannelComment({ params: { ...of, id: message }, input })
    : client.messages.sendComment({ params: { ...ofObject(of), id: message }, input })

const MOST = 200

export async function listComments(of: Stream, message: string): Promise<Comment[]> {
  const input = { size: MOST }
  const { result } = isChannel(of)
    ? await client.messages.listChannelComments({ params: { ...of, id: message }, input })
    : await client.messages.listComments({ params: { ...ofObject(of), id: message }, input })
  return result.result
}
