import { z } from 'zod'
import { fieldsOf, WrongArgument } from '../fields.ts'
import { linksOf, withNames } from '../names.ts'
import { compact } from '../size.ts'
import { App, closed, Id, type Kontor, placeOf, tool } from '../tool.ts'

const Input = closed({
  kind: z.enum(['item', 'task', 'instance', 'user']),
  id: Id,
  app: App.optional().describe('for an item: workspace/app'),
  history: z.boolean().optional().describe('also the newest messages and changes'),
})

export const get = tool({
  name: 'kontor_get',
  title: 'Get one',
  description:
    'Read one item, task, process instance or person. A task comes with its exits and the fields of its form, which kontor_complete_task takes.',
  does: 'read',
  input: Input,
  run: async (connect, input) => {
    const kontor = connect()
    const found = await read(kontor, input)
    const links = input.app ? linksOf((await fieldsOf(kontor, placeOf(input.app))).fields) : {}
    const place = input.history && placeOfFeed(input)
    if (!place) return withNames(kontor, found, links)
    const { entries } = await kontor.messages.activity({
      params: { ...place, id: input.id },
      input: { size: 20 },
    })
    return withNames(kontor, { ...found, history: entries.map(withoutData) }, links)
  },
})

/** What changed is told once, in words. */
const withoutData = ({ data: _, ...entry }: Record<string, unknown>) => entry

async function read(kontor: Kontor, { kind, id, app }: z.output<typeof Input>) {
  const params = { id }
  switch (kind) {
    case 'task': {
      const { data } = await kontor.tasks.get({ params })
      const form = await kontor.tasks.form({ params })
      return { task: compact(data), form }
    }
    case 'instance': {
      const { data } = await kontor.bpm.get({ params })
      return { instance: compact(data) }
    }
    case 'user': {
      const { result } = await kontor.users.list({ input: { ids: [id], size: 1 } })
      if (!result.result[0]) throw new WrongArgument(`user not found: ${id}`)
      return { user: compact(result.result[0]) }
    }
    default: {
      if (!app) throw new WrongArgument('"app" is missing: an item of which app?')
      const { item } = await kontor.apps.getItem({ params: { ...placeOf(app), id } })
      return { item: compact(item) }
    }
  }
}

function placeOfFeed({ kind, app }: z.output<typeof Input>) {
  if (kind === 'item' && app) return placeOf(app)
  if (kind === 'task') return { namespace: 'system', code: 'tasks' }
  return kind === 'instance' ? { namespace: 'system', code: 'instances' } : undefined
}
