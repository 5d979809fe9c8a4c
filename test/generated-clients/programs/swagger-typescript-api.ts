import { Api, type Error as Refusal } from './clients/swagger-typescript-api/client'
import type { Answers, Stand } from './types'

export async function callAll(stand: Stand): Promise<Answers> {
  const { namespace, app, directory } = stand
  const headers = { 'X-Token': stand.token }
  const { pub } = new Api({ baseUrl: stand.address, baseApiParams: { headers } })

  const workspaces = await pub.schemeListWorkspaces({ query: JSON.stringify({ size: 10 }) })
  const described = await pub.schemeGetApp(namespace, app)
  const created = await pub.appsCreateItem(namespace, app, { context: { title: 'One' } })
  const { __id: id, __createdAt, __version } = created.data.item
  await pub.appsUpdateItem(namespace, app, id, { context: { title: 'Two' } })
  const changed = await pub.appsGetItem(namespace, app, id, {})
  const listed = await pub.appsListItems(namespace, app, { active: true, ids: [id] })
  const query = JSON.stringify({ active: true, ids: [id] })
  const listedByGet = await pub.appsListItemsGet(namespace, app, { query })
  const run = await pub.bpmRun(namespace, stand.process, { context: {} })
  const tasks = await pub.tasksListIncoming({ size: 10 })
  const people = await pub.usersList({ size: 10 })
  const file = new File(['content'], 'a.txt')
  const uploaded = await pub.diskUploadToDirectory(directory, { file })
  await pub.storageSaveSystem('swagger-typescript-api', { data: 'stored' })
  const stored = await pub.storageGetSystem('swagger-typescript-api')
  const refusal = await pub
    .appsGetItem(namespace, app, stand.unknownId, {})
    .then(() => undefined)
    .catch((response: { status: number; error: Refusal }) => response)

  return {
    workspaces: workspaces.data.result.result.map(({ code }) => code),
    app: described.data.application.code,
    created: { id, createdAt: __createdAt ?? '', version: __version ?? 0 },
    title: changed.data.item.title,
    listed: listed.data.result.result.map((item) => item.__id),
    listedByGet: listedByGet.data.result.result.map((item) => item.__id),
    instance: run.data.context.__state,
    tasks: tasks.data.result.result.map((task) => task.__name ?? null),
    people: people.data.result.total ?? 0,
    file: uploaded.data.file?.__name ?? '',
    stored: stored.data.data,
    refusal: { status: refusal?.status, error: refusal?.error.error ?? '' },
  }
}
