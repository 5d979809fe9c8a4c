import { z } from 'zod'
import { withNames } from '../names.ts'
import { compact, toPage } from '../size.ts'
import { closed, cursor, Id, idempotencyKey, tool } from '../tool.ts'
import { type Subject, subject, toFeed } from './subject.ts'

export const messages = tool({
  name: 'kontor_messages',
  title: 'Read a conversation',
  description:
    'The messages about an item, task or process instance, or of a channel, newest first, each with the answers to it.',
  does: 'read',
  input: closed({ ...subject, limit: z.int().min(1).max(50).default(20), cursor }),
  run: async (connect, { limit, cursor, ...about }) => {
    const kontor = connect()
    const from = Number(cursor ?? 0)
    const feed = toFeed(kontor, about)
    const { result } = await feed.list({ from, size: limit })
    const rows = await Promise.all(
      result.result.map(async (message) => {
        const { id, title, commentsCount } = message
        const answers = commentsCount > 0 ? (await feed.answers(id)).result.result : []
        return compact({ id, title, ...toText(message), answers: answers.map(toText) })
      }),
    )
    return withNames(kontor, toPage({ rows, total: result.total, from }))
  },
})

type Written = {
  author: string
  createdAt: string
  body: string
  files: readonly { id: string; name: string }[]
}

const toText = ({ author, createdAt, body, files }: Written) =>
  compact({ author, at: createdAt, text: body, files: files.map(({ id, name }) => ({ id, name })) })

export const comment = tool({
  name: 'kontor_comment',
  title: 'Write a message',
  description:
    'Write about an item, task or process instance, or to a channel; answerTo answers one message. People are notified.',
  does: 'add',
  scope: 'messages:write',
  input: closed({
    ...subject,
    answerTo: Id.optional().describe('id of a message'),
    mentions: z.array(Id).max(100).optional().describe('ids of people'),
    idempotencyKey,
    text: z.string().min(1).max(200_000),
  }),
  run: async (connect, { answerTo, mentions, idempotencyKey, text, ...about }) => {
    const feed = toFeed(connect({ idempotencyKey }), about satisfies Subject)
    const input = { body: text, mentions }
    if (answerTo === undefined) return { message: (await feed.send(input)).message.id }
    return { answer: (await feed.answer(answerTo, input)).comment.id }
  },
})
