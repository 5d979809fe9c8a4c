import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { definitionId } from '../src/lib/codes.ts'
import { SHARED_FILES } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { solution } from './solution.ts'

/** What existing clients of the public API send, where it differs from the documentation. */

const { admin, as, request } = await startApp()
const orders = { namespace: 'sales', code: 'orders' }
const files = solution('sales', {
  'workspaces/sales/apps/orders.yaml':
    'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n',
  'workspaces/sales/processes/wait.yaml': 'name: Wait\n',
  'workspaces/sales/processes/wait.bpmn': `<definitions
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
    targetNamespace="urn:sales"><process id="wait" isExecutable="true"><startEvent id="start" />
    <userTask id="do" name="Do" kontor:performer="role:author" /><endEvent id="end" />
    <sequenceFlow id="a" sourceRef="start" targetRef="do" />
    <sequenceFlow id="b" sourceRef="do" targetRef="end" /></process></definitions>`,
  'channels/news.yaml': 'name: News\n',
})
await as(admin).solutions.apply({ input: { files } })
const { item } = await as(admin).apps.createItem({ params: orders })

type Answer = {
  error?: string
  file?: object
  result?: { total: number | null; result: object[] }
}

async function send(method: string, path: string, body?: string, type?: string) {
  const response = await request(`/pub/v1${path}`, {
    method,
    headers: { 'x-token': admin.token, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, answer: (await response.json()) as Answer }
}
const post = (path: string, body: unknown) => send('POST', path, JSON.stringify(body))
const done = expect.objectContaining({ success: true, error: '' })

test('plain parameters of a GET list are parsed', async () => {
  const other = await as(admin).apps.createItem({ params: orders })
  const ids = [item.__id, other.item.__id]
  const queries = ['', `&ids=${ids[0]}`, `&ids=${ids}`, `&ids=${ids[0]}&ids=${ids[1]}&active=true`]
  const list = '/app/sales/orders/list?from=0&size=1'

  const answers = await Promise.all(queries.map((query) => send('GET', `${list}${query}`)))

  expect(answers.map(({ answer }) => answer.result?.total)).toEqual([2, 1, 2, 2])
})

test.each(['size=ten', 'from=1e2', 'active=1'])('%s is refused', async (query) => {
  expect(await send('GET', `/app/sales/orders/list?${query}`)).toMatchObject({ status: 400 })
})

test.each(['007', 'true', '1e5', 'deal-7'])('a target %s is not converted', async (target) => {
  await as(admin).bpm.run({
    params: { namespace: 'sales', code: 'wait' },
    input: { context: { __target: target } },
  })

  const { answer } = await send('GET', `/bpm/instance/bytarget/list?target=${target}`)

  expect(answer.result).toMatchObject({ total: 1, result: [{ __target: target }] })
})

test.each([
  ['a form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
  ['text that is not JSON', 'please', 'text/plain'],
  ['a list', '[]', undefined],
])('%s as the body of an operation without input is ignored', async (_, body, type) => {
  const { file } = await as(admin).disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    headers: { 'content-disposition': 'attachment; filename="a.txt"' },
    file: 'a',
  })

  const { status, answer } = await send('POST', `/disk/file/${file?.__id}/get-link`, body, type)

  expect({ status, answer }).toEqual({ status: 200, answer: done })
})

test('null is treated like an absent key', async () => {
  const hash = randomUUID()
  await as(admin).disk.uploadTemporary({ input: { hash }, file: 'a' })
  const channel = definitionId('channel', 'global', 'news')
  const answers = [
    await post('/app/sales/orders/create', {
      context: null,
      statusGroupId: null,
      withEventForceCreate: null,
    }),
    await post(`/app/sales/orders/${item.__id}/update`, { context: null }),
    await post('/app/sales/orders/import/status', { importId: null }),
    await post('/disk/directory', { __name: 'Null', directory: null, uniqueNames: null }),
    await post('/disk/files', {
      files: [{ hash, name: 'a.txt', directory: SHARED_FILES, comment: null }],
    }),
    await post('/disk/files/search', { filter: null, from: null, size: null }),
    await post('/disk/files/search', { filter: [] }),
    await post('/scheme/namespaces/sales/groups', {
      __name: 'Second line',
      description: null,
      isRole: null,
      isDefault: null,
    }),
    await post(`/channel/${channel}/message/list`, { filter: null, size: null }),
    await send('GET', '/scheme/namespaces?query={"from":null,"size":null,"active":null}'),
  ]

  expect(answers).toEqual(answers.map(() => ({ status: 200, answer: done })))
})

test('a size beyond the maximum gives the maximum, also in lists of metadata', async () => {
  const { answer } = await send('GET', '/scheme/namespaces?query={"size":1000000}')

  expect(answer.result).toMatchObject({ total: 1, result: [{ code: 'sales' }] })
})

test('lists of instances accept the common list request', async () => {
  const { answer } = await post('/bpm/instance/bytemplate/sales/wait/list', {
    total: false,
    after: '',
    size: 1,
  })

  expect(answer.result).toMatchObject({ total: null, result: [{ __state: 'wait' }] })
})

test('a file in the trash can still be read, and is marked', async () => {
  const { file } = await as(admin).disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    headers: { 'content-disposition': 'attachment; filename="gone.txt"' },
    file: 'gone',
  })
  const id = file?.__id ?? ''
  await as(admin).disk.deleteFiles({ input: { fileIds: [id] } })

  const { answer } = await send('GET', `/disk/file/${id}`)

  expect(answer.file).toMatchObject({ __id: id, __deletedAt: expect.any(String) })
  expect(await send('GET', `/disk/file/${id}/get-link`)).toMatchObject({ status: 404 })
})

test.each([
  [`/app/sales/orders/${item.__id}/set-status`, {}, 'field "status": expected text or an object'],
  ['/app/sales/orders/create', { context: 7 }, 'field "context": expected an object, received 7'],
  ['/disk/directory', { __name: ' ' }, 'a file or directory needs a name'],
])('%s with %j says what was expected', async (path, body, text) => {
  const { status, answer } = await post(path, body)

  expect({ status, ...answer }).toMatchObject({
    status: 400,
    success: false,
    error: expect.stringContaining(text),
  })
})

test('groups of an unknown app: the app is not found', async () => {
  const { status, answer } = await send('GET', '/scheme/namespaces/sales/apps/order/groups')

  expect({ status, error: answer.error }).toEqual({
    status: 404,
    error: 'app not found: sales.order',
  })
})
