import { z } from 'zod'
import { WrongArgument } from '../fields.ts'
import { App, Id, type Kontor, placeOf } from '../tool.ts'

/** What people write about. */
export const subject = {
  kind: z.enum(['item', 'task', 'instance', 'channel']),
  id: Id,
  app: App.optional().describe('for an item: workspace/app'),
}
export type Subject = {
  kind: 'item' | 'task' | 'instance' | 'channel'
  id: string
  app?: string | undefined
}

type Page = { from: number; size: number }
type Text = { body: string; mentions?: string[] | undefined }
const ANSWERS = { input: { size: 100 } }

/** The conversation about an object, or in a channel, behind one interface. */
export function toFeed({ messages }: Kontor, about: Subject) {
  if (about.kind === 'channel') {
    const params = { channel: about.id }
    return {
      list: (input: Page) => messages.listChannelMessages({ params, input }),
      answers: (id: string) =>
        messages.listChannelComments({ params: { ...params, id }, ...ANSWERS }),
      send: (input: Text) => messages.sendChannelMessage({ params, input }),
      answer: (id: string, input: Text) =>
        messages.sendChannelComment({ params: { ...params, id }, input }),
    }
  }
  const params = { ...placeOfSubject(about), target: about.id }
  return {
    list: (input: Page) => messages.listMessages({ params, input }),
    answers: (id: string) => messages.listComments({ params: { ...params, id }, ...ANSWERS }),
    send: (input: Text) => messages.sendMessage({ params, input }),
    answer: (id: string, input: Text) => messages.sendComment({ params: { ...params, id }, input }),
  }
}

function placeOfSubject({ kind, app }: Subject): { namespace: string; code: string } {
  if (kind !== 'item') return { namespace: 'system', code: `${kind}s` }
  if (!app) throw new WrongArgument('"app" is missing: an item of which app?')
  return placeOf(app)
}
