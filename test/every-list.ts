import { z } from 'zod'
import type { Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import type { startApp } from './app.ts'

type System = Awaited<ReturnType<typeof startApp>>
export type Row = Record<string, unknown>

/** What can be done with an open task. */
const EXITS = 'tasks/{id}/exits'

/** Every list of `/pub/v1`, by the address of its operation. */
export const LISTS: readonly string[] = Object.values<Record<string, Operation>>(areas)
  .flatMap((operations) => Object.values(operations))
  .filter(({ path, methods, output }) => path.startsWith('/pub/v1/') && isList(methods, output))
  .map(({ path }) => path.replace('/pub/v1/', ''))
  .filter((path) => path !== EXITS)

function isList(methods: readonly string[], output: unknown): boolean {
  if (!methods.some((each) => ['GET', 'POST'].includes(each)) || !(output instanceof z.ZodObject))
    return false
  const { result } = output.shape as Record<string, unknown>
  if (result instanceof z.ZodArray) return true
  return result instanceof z.ZodObject && result.shape.result instanceof z.ZodArray
}

const ALL = { size: 10_000 }
const BY_TIME = { ...ALL, sortExpressions: [{ field: '__createdAt', ascending: true }] }

/**
 * Asks every list of a system for all that an administrator sees, as a program outside would. Only the items
 * that are named are asked for their feeds, numbers, sheets and instances.
 */
export async function readEveryList({ admin, request }: System, named: ReadonlySet<string>) {
  /** The rows, by what was asked. */
  const found = new Map<string, Row[]>()
  const asked = new Set<string>()

  /** `{name}` in the address is replaced by what is given. */
  async function ask(path: string, params: Row = {}, body?: object): Promise<Row[]> {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const response = await request(`/pub/v1/${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-token': admin.token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = (await response.json()) as { error: string; result: Row[] | { result: Row[] } }
    if (!response.ok) throw new Error(`${address}: ${said.error}`)
    const rows = Array.isArray(said.result) ? said.result : said.result.result
    asked.add(path)
    found.set(path.includes('bytarget') ? `${address} of ${params.id}` : address, rows)
    return rows
  }

  async function readWorkspace(namespace: unknown): Promise<void> {
    const of = (part: string) => ask(`scheme/namespaces/{namespace}/${part}`, { namespace })
    for (const part of ['doctemplates', 'groups', 'pages', 'widgets']) await of(part)
    for (const { code } of await of('apps')) {
      for (const part of ['doctemplates', 'groups', 'processes']) {
        await ask(`scheme/namespaces/{namespace}/apps/{code}/${part}`, { namespace, code })
      }
    }
    for (const { namespace: home, code, __id: id } of await of('processes')) {
      const process = { namespace: home, code, id }
      await ask('scheme/namespaces/{namespace}/processes/{code}/forms', process)
      await ask('bpm/instance/bytemplate/{namespace}/{code}/list', process, BY_TIME)
      await ask('bpm/instance/bytemplateid/{id}/list', process, BY_TIME)
    }
    for (const { code } of await of('contracts')) {
      await ask('contracts/{namespace}/{code}/list', { namespace, code }, BY_TIME)
    }
    for (const { code } of await of('reports')) {
      await ask('reports/{namespace}/{code}/list', { namespace, code }, ALL)
    }
  }

  async function readApp({ namespace, code }: Row): Promise<void> {
    const items = await ask('app/{namespace}/{code}/list', { namespace, code }, BY_TIME)
    for (const { __id: id } of items.filter(({ __id }) => named.has(String(__id)))) {
      const item = { namespace, code, id, target: id }
      await ask('registration/{namespace}/{code}/{id}', item, {})
      await ask('docflow/{namespace}/{code}/{id}/lists', item, {})
      await ask('bpm/instance/bytarget/list', item, { ...BY_TIME, target: id })
      const feed = 'feed/{namespace}/{code}/{target}/message'
      for (const { id: message } of await ask(`${feed}/list`, item, ALL)) {
        await ask(`${feed}/{id}/comment/list`, { ...item, id: message }, ALL)
      }
    }
  }

  for (const { code } of await ask('scheme/namespaces')) await readWorkspace(code)
  for (const app of await ask('app/list')) await readApp(app)
  for (const { __id: id } of await ask('user/list', {}, BY_TIME)) {
    await ask('tasks/list/of/{id}', { id }, ALL)
  }
  for (const role of ['', '/income', '/outcome', '/participate']) {
    await ask(`tasks/list${role}`, {}, ALL)
  }
  for (const { __id: id } of await ask('scheme/groups/list', {}, BY_TIME)) {
    for (const part of ['users', 'positions', 'sub-groups', 'parent-groups']) {
      await ask(`scheme/groups/{id}/${part}`, { id })
    }
  }
  for (const { id: channel } of await ask('channel')) {
    const messages = await ask('channel/{channel}/message/list', { channel }, ALL)
    for (const { id } of messages) {
      await ask('channel/{channel}/message/{id}/comment/list', { channel, id }, ALL)
    }
  }
  for (const path of ['scheme/modules', 'scheme/solutions', 'nomenclature']) await ask(path)
  await ask('nomenclature/directory')
  await ask('disk/directory/list', {}, BY_TIME)
  await ask('disk/files/search', {}, BY_TIME)
  await ask('marketing/subscriber', {}, ALL)
  for (const { id } of await ask('marketing/segment', {}, ALL)) {
    await ask('marketing/segment/{id}/subscribers', { id }, ALL)
  }
  return { found, asked }
}

export const idOf = (row: Row): string => String(row.__id ?? row.id ?? row.code)
