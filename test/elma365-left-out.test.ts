import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { solution } from './solution.ts'
import { startTap } from './tap.ts'
import { startTwoSystems } from './two-systems.ts'

const { source, target, bring, state } = await startTwoSystems()
const [portal, into] = [await startTap(source.address), await startTap(target.address)]
const THROUGH = ['--portal', portal.address, '--into', into.address]
const [there, here] = [source.as(source.admin), target.as(target.admin)]
const ORDERS = { namespace: 'crm', code: 'orders' }

const create = async (title: string) =>
  (await there.apps.createItem({ params: ORDERS, input: { context: { title } } })).item
    .__id as string
const areHere = async (ids: string[]) =>
  (await here.apps.listItems({ params: ORDERS, input: { ids } })).result.total ?? 0

async function makeFile(name: string, directory: string) {
  const hash = newId()
  await there.disk.uploadTemporary({ input: { hash }, file: hash })
  const { items } = await there.disk.makeFiles({ input: { files: [{ hash, name, directory }] } })
  return { hash, id: items[0]?.file?.__id ?? '' }
}

type Report = { problems: { kind: string; id: string; message: string; app?: string }[] }
const toldOf = ({ problems }: Report) => problems.map(({ kind, id }) => `${kind} ${id}`)

/** As a portal that gives somebody no right to a list. */
const refuse = (...lists: string[]) =>
  portal.watch({
    onRequest: ({ path }) =>
      lists.includes(path.split('?')[0] ?? '') ? { status: 403, body: '{}' } : undefined,
  })

test('a list that the portal refuses is told, the rest comes, and the next run tries again', async () => {
  const process = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="urn:t">
    <process id="p" isExecutable="true"><startEvent id="s" /><endEvent id="e" />
    <sequenceFlow id="f" sourceRef="s" targetRef="e" /></process></definitions>`
  const files = solution('more', {
    'workspaces/more/processes/ask.yaml': 'name: Ask\n',
    'workspaces/more/processes/ask.bpmn': process,
  })
  for (const each of [there, here]) await each.solutions.apply({ input: { files } })
  const params = { namespace: 'more', code: 'ask' }
  const { context } = await there.bpm.run({ params, input: { context: {} } })
  const { id: file, hash } = await makeFile('a.txt', source.admin.id)
  const order = await create('Beside')
  const lists = [
    ...['/pub/v1/disk/directory/list', '/pub/v1/disk/files/search'],
    ...['/pub/v1/scheme/groups/list', '/pub/v1/channel'],
    '/pub/v1/bpm/instance/bytemplate/more/ask/list',
  ]
  refuse(...lists)
  const run = () => bring(...THROUGH, '--state', `${state}.lists`)

  const { report, code } = await run()

  expect(toldOf(report)).toEqual(
    expect.arrayContaining([
      ...['groups', 'channels', 'directories', 'files'].map((kind) => `${kind} all of them`),
      'instances more/ask',
    ]),
  )
  expect(report.problems).toContainEqual({
    ...{ kind: 'files', id: 'all of them' },
    message: 'the portal answered 403 to POST disk/files/search',
  })
  expect([code, await areHere([order])]).toEqual([1, 1])
  refuse('/pub/v1/disk/links/download')
  const second = await run()
  expect(second.report.problems).toContainEqual({
    ...{ kind: 'files', id: hash },
    message: expect.stringContaining('the portal answered 403 to POST disk/links/download'),
  })
  const { __id: id } = context as { __id: string }
  expect((await here.bpm.get({ params: { id } })).data.__state).toBe('done')
  portal.watch({})
  const third = await run()
  expect(toldOf(third.report).filter((told) => !told.startsWith('group'))).toEqual([])
  expect((await here.disk.getFile({ params: { id: file } })).file.__name).toBe('a.txt')
})

test.for(['ours', 'theirs'] as const)(
  'of a page that the portal (%s) fails at only one item is left out',
  { timeout: 480_000 },
  async (whose) => {
    const all: string[] = []
    for (let at = 0; at < 7; at++) all.push(await create(`${whose} ${at}`))
    const broken = all[4] ?? ''
    const apps = async () => JSON.stringify(await there.apps.listApps({ input: { size: 100 } }))
    let isMended = false
    portal.watch({
      onRequest: async ({ path, body }) => {
        // Whoever counts its apps is not taken for a server of ours.
        if (whose === 'theirs' && path.startsWith('/pub/v1/app/list')) {
          return {
            status: 200,
            body: JSON.stringify({ success: true, error: '', ...JSON.parse(await apps()) }),
          }
        }
        if (isMended || path !== '/pub/v1/app/crm/orders/list') return undefined
        const { fields, size } = JSON.parse(body)
        if (fields || size === 0) return undefined
        const answer = await source.request(path, {
          ...{ method: 'POST', body },
          headers: {
            authorization: `Bearer ${source.admin.token}`,
            'content-type': 'application/json',
          },
        })
        return (await answer.text()).includes(broken) ? { status: 500, body: '{}' } : undefined
      },
    })
    const run = () =>
      bring(...THROUGH, '--state', `${state}.${whose}`, '--page-size', '4', '--samples', '0')

    const { report, code } = await run()

    expect(report.problems).toContainEqual({
      ...{ kind: 'items', app: 'crm/orders', id: broken },
      message: expect.stringContaining('the portal answered 500 to POST app/crm/orders/list'),
    })
    expect([code, await areHere(all), await areHere([broken])]).toEqual([1, 6, 0])
    isMended = true
    await run()
    expect(await areHere(all)).toBe(7)
    portal.watch({})
  },
)

test('what came before its directory moves into it, unless somebody has moved it here', async () => {
  const makeDirectory = async (name: string, directory?: string) =>
    (await there.disk.createDirectory({ input: { name, ...(directory && { directory }) } }))
      .directory.__id
  const outer = await makeDirectory('Papers')
  const inner = await makeDirectory('Of 2026', outer)
  const { id: one } = await makeFile('one.txt', outer)
  const { id: two } = await makeFile('two.txt', inner)
  const { id: moved } = await makeFile('moved.txt', outer)
  const { id: back } = await makeFile('back.txt', outer)
  // Only what was changed since comes with the second run, unless something was refused.
  portal.watch({ headers: { date: new Date(Date.now() + 48 * 3_600_000).toUTCString() } })
  into.watch({
    onRequest: ({ path, body }) =>
      path === '/manage/v1/transfer' &&
      body.includes('"kind":"directories"') &&
      body.includes(`"__id":"${outer}"`)
        ? { status: 413, body: '{"error":"not this one"}' }
        : undefined,
  })
  const run = () => bring(...THROUGH, '--state', `${state}.directories`)
  const placeOf = async (id: string) => (await here.disk.getFile({ params: { id } })).file.directory
  const personal = target.admin.id

  const first = await run()

  expect(toldOf(first.report)).toContain(`directories ${outer}`)
  const places = () => Promise.all([one, two, moved, back].map(placeOf))
  expect(await places()).toEqual([personal, inner, personal, personal])
  const elsewhere = (await here.disk.createDirectory({ input: { name: 'Elsewhere' } })).directory
  const move = (hash: string, directoryID: string) =>
    here.disk.moveFiles({ input: { directoryID, files: [{ hash }] } })
  for (const id of [moved, back]) await move(id, elsewhere.__id)
  await move(back, personal)
  into.watch({})
  await run()

  expect(await places()).toEqual([outer, inner, elsewhere.__id, personal])
  const { result } = await here.disk.listDirectories({ input: { size: 1000 } })
  const found = result.result.find(({ __id }) => __id === inner)
  expect(found).toMatchObject({ directory: outer, __name: 'Of 2026' })
  portal.watch({})
})
