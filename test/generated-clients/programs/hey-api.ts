import * as api from './clients/hey-api'
import { client } from './clients/hey-api/client.gen'
import type { Answers, Stand } from './types'

export async function callAll(stand: Stand): Promise<Answers> {
  const { namespace, app: code, directory } = stand
  client.setConfig({ baseUrl: stand.address, auth: stand.token, throwOnError: true })
  const throwOnError = true
  const path = { namespace, code }

  const workspaces = await api.schemeListWorkspaces({
    query: { query: JSON.stringify({ size: 10 }) },
    throwOnError,
  })
  const described = await api.schemeGetApp({ path, throwOnError })
  const created = await api.appsCreateItem({
    path,
    body: { context: { title: 'One' } },
    throwOnError,
  })
  const { __id: id, __createdAt, __version } = created.data.item
  const one = { namespace, code, id }
  await api.appsUpdateItem({ path: one, body: { context: { title: 'Two' } }, throwOnError })
  const changed = await api.appsGetItem({ path: one, throwOnError })
  const listed = await api.appsListItems({ path, body: { active: true, ids: [id] }, throwOnError })
  const query = { query: JSON.stringify({ active: true, ids: [id] }) }
  const listedByGet = await api.appsListItemsGet({ path, query, throwOnError })
  const run = await api.bpmRun({ path: { namespace, code: stand.process }, body: {}, throwOnError })
  const tasks = await api.tasksListIncoming({ body: { size: 10 }, throwOnError })
  const people = await api.usersList({ body: { size: 10 }, throwOnError })
  const uploaded = await api.diskUploadToDirectory({
    path: { id: directory },
    body: { file: new File(['content'], 'a.txt') },
    throwOnError,
  })
  await api.storageSaveSystem({ path: { key: 'hey-api' }, body: { data: 'stored' }, throwOnError })
  const stored = await api.storageGetSystem({ path: { key: 'hey-api' }, throwOnError })
  const refusal = await api.appsGetItem({
    path: { ...one, id: stand.unknownId },
    throwOnError: false,
  })

  return {
    workspaces: workspaces.data.result.result.map((workspace) => workspace.code),
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
    refusal: { status: refusal.response?.status, error: refusal.error?.error ?? '' },
  }
}
