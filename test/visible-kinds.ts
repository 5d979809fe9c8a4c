import { definitionId } from '../src/lib/codes.ts'
import type { Objects, Person } from './visible-objects.ts'

export type Client = ReturnType<Objects['as']>
export type Kind = {
  /** Its name in the event log, and the data of its events. */
  object: string
  data?: Record<string, unknown>
  /** Who may read it, besides administrators. */
  readers: Person[]
  get?(client: Client): Promise<unknown>
  list?(client: Client): Promise<unknown[]>
  /** The id in the search results, if the kind is searchable. */
  found?: string
  /** The feed of the object. */
  feed?: { namespace: string; code: string; target: string }
  /** Set if fewer users see its events than the object itself. */
  hearers?: Person[]
}

export const item = (id: string) => `item:sales/orders/${id}`
const ofItem: Person[] = ['author', 'performer', 'substitute', 'granted', 'insider']
const file = (id: string, readers: Person[]): Kind => ({
  object: `file:${id}`,
  readers,
  get: (client) => client.disk.getFile({ params: { id } }),
  list: async (client) => {
    const { result } = await client.disk.searchFiles({ input: { filter: {}, size: 100 } })
    return result.result.map(({ __id }) => __id).filter((each) => each === id)
  },
  found: id,
  feed: { namespace: 'system', code: 'files', target: id },
})
const ofTask: Person[] = ['author', 'performer', 'substitute', 'superior', 'helper']
const task = (id: string): Kind => ({
  object: `task:${id}`,
  readers: ofTask,
  get: (client) => client.tasks.get({ params: { id } }),
  list: async (client) => (await client.tasks.list({ input: { ids: [id] } })).result.result,
  found: id,
  feed: { namespace: 'system', code: 'tasks', target: id },
})
const directory = (id: string, readers: Person[]): Kind => ({
  object: `directory:${id}`,
  readers,
  get: (client) => client.disk.getDirectory({ params: { id } }),
  list: async (client) => {
    const { result } = await client.disk.listDirectories({ input: { ids: [id] } })
    return result.result
  },
})

/** How each of the objects is read, and by whom. */
export const visibleKinds = ({ made, place, people }: Objects): Record<string, Kind> => ({
  item: {
    object: item(made.order),
    readers: ofItem,
    get: (client) => client.apps.getItem({ params: { ...place, id: made.order }, input: {} }),
    list: async (client) =>
      (await client.apps.listItems({ params: place, input: { ids: [made.order] } })).result.result,
    found: made.order,
    feed: { ...place, target: made.order },
  },
  task: task(made.task),
  'task without a process': task(made.plain),
  instance: {
    object: `instance:${made.instance}`,
    readers: ['author', 'performer', 'substitute', 'reader', 'insider'],
    get: (client) => client.bpm.get({ params: { id: made.instance } }),
    list: async (client) => {
      const params = { namespace: 'sales.orders', code: 'approval' }
      const input = { ids: [made.instance] }
      return (await client.bpm.listByTemplate({ params, input })).result.result
    },
    found: made.instance,
    feed: { namespace: 'system', code: 'instances', target: made.instance },
  },
  'file of an item': file(made.paper, ofItem),
  'file of a granted directory': file(made.sharedFile, ['granted']),
  'personal file': file(made.ownFile, ['author']),
  'file of a task without a process': file(made.plainFile, ofTask),
  'file in a directory of a channel': file(made.channelFile, ['member']),
  'directory of an app': directory(definitionId('app', 'sales', 'orders'), ['insider']),
  'granted directory': directory(made.shared, ['granted']),
  'personal directory': directory(made.own, ['author']),
  'directory of a channel': directory(made.channel, ['member']),
  'directory in the directory of a channel': directory(made.inChannel, ['member']),
  channel: {
    object: `channel:${made.channel}`,
    readers: ['member'],
    get: (client) => client.messages.channel({ params: { id: made.channel } }),
    list: async (client) => {
      const { result } = await client.messages.listChannels({ input: { size: 100 } })
      return result.result.filter(({ id }) => id === made.channel)
    },
    found: made.channel,
  },
  'message in a channel': {
    object: `message:${made.message}`,
    data: { stream: `channel:${made.channel}` },
    readers: ['member'],
    get: (client) =>
      client.messages.listChannelMessages({ params: { channel: made.channel }, input: {} }),
    found: made.message,
  },
  'comment about a task': {
    object: `comment:${made.comment}`,
    data: { stream: `task:${made.task}` },
    readers: ['author', 'performer', 'substitute', 'superior', 'helper'],
    get: (client) =>
      client.messages.listMessages({
        params: { namespace: 'system', code: 'tasks', target: made.task },
        input: {},
      }),
    found: made.comment,
  },
  registration: {
    object: `registration:${made.registration}`,
    data: { item: { namespace: 'papers', code: 'agreements', id: made.document } },
    readers: ['granted'],
    get: (client) =>
      client.registration.list({
        params: { namespace: 'papers', code: 'agreements', id: made.document },
      }),
    list: async (client) => {
      const { records } = await client.registration.records({ input: {} })
      return records.filter(({ id }) => id === made.registration)
    },
  },
  // All users are visible, but events of an account are only for its owner and administrators.
  user: {
    object: `user:${people.helper.id}`,
    readers: Object.keys(people) as Person[],
    list: async (client) =>
      (await client.users.list({ input: { ids: [people.helper.id] } })).result.result,
    hearers: ['helper'],
  },
  group: {
    object: `group:${made.group}`,
    readers: Object.keys(people) as Person[],
    get: (client) => client.scheme.getGroup({ params: { id: made.group } }),
    list: async (client) =>
      (await client.scheme.listGroups({ input: { ids: [made.group] } })).result.result,
    hearers: [],
  },
  report: {
    object: `report:${definitionId('report', 'pod', 'narwhals')}`,
    readers: ['granted', 'insider'],
    get: (client) =>
      client.reports.listRows({ params: { namespace: 'pod', code: 'narwhals' }, input: {} }),
    list: async (client) => (await client.reports.catalog({})).reports,
  },
})
