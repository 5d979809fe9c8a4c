import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { App } from './tool.ts'

/** Questions that people ask again and again, ready to be chosen. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'my_day',
    { title: 'My day', description: 'What waits for me, and what is urgent' },
    () =>
      asked(
        'List my open tasks with kontor_list (source "tasks"). Tell what is overdue, what is due today and what can wait, with the name of each task. Do not complete anything.',
      ),
  )
  server.registerPrompt(
    'about_item',
    {
      title: 'About an item',
      description: 'What an item is, what happened to it, and what is missing',
      argsSchema: z.object({ app: App, id: z.uuid().describe('id of the item') }),
    },
    ({ app, id }) =>
      asked(
        `Read the item ${id} of ${app} with kontor_get and its history. Say in a few sentences what it is, what happened last, and what is missing or unclear.`,
      ),
  )
}

const asked = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})
