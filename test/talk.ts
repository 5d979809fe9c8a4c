import { randomUUID } from 'node:crypto'
import { definitionId } from '../src/lib/codes.ts'
import { solution, startSolutions } from './solution.ts'

/** A server with two channels, an app and three users. */
export async function startTalk() {
  const started = await startSolutions()
  const { as, admin, apply, make } = started
  const [ann, bob, eve] = [
    await make.user({ login: 'ann' }),
    await make.user({ login: 'bob' }),
    await make.user({ login: 'eve' }),
  ]
  await apply(
    solution('service_desk', {
      'channels/news.yaml': 'name: Company news\n',
      'channels/board.yaml': 'name: Board\naccess: private\nmembers: [user:ann, group:chiefs]\n',
      'people/groups/chiefs.yaml': 'name: Chiefs\nmembers: [user:bob]\n',
      'workspaces/service_desk/apps/incident.yaml': INCIDENT,
    }),
  )
  return {
    ...started,
    ...{ ann, bob, eve },
    news: definitionId('channel', 'global', 'news'),
    board: definitionId('channel', 'global', 'board'),
    /** Creates an incident item of a user and returns the path of its stream. */
    incident: async (by: { token: string }, context: object = {}) => {
      const params = { namespace: 'service_desk', code: 'incident' }
      const input = { context: { __name: 'Printer', ...context } }
      const { item } = await as(by).apps.createItem({ params, input })
      return { ...params, target: item.__id }
    },
    upload: async (by: { token: string } = admin, text = 'content') => {
      const hash = randomUUID()
      await as(by).disk.uploadTemporary({ input: { hash }, file: text })
      return hash
    },
    eventsOf: async (object: string) =>
      (await as(admin).audit.list({ input: { object } })).entries.map(({ type, actor, data }) => ({
        type,
        actor,
        data,
      })),
  }
}

/** Ann and Bob see every incident; Eve sees only her own. */
const INCIDENT = `name: Incidents
statuses:
  - { code: work, name: Work, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }] }
fields:
  priority: { name: Priority, type: STRING }
rights:
  user:ann: [read, create, update]
  user:bob: [read]
  user:eve: [create]
  role:author: [read]
`
