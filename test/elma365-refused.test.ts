import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { kontor } from './kontor.ts'
import { startTap } from './tap.ts'
import { startTwoSystems } from './two-systems.ts'

const { source, target, bring, args, environment, state } = await startTwoSystems()
const [portal, into] = [await startTap(source.address), await startTap(target.address)]
const THROUGH = ['--portal', portal.address, '--into', into.address]
const [there, here] = [source.as(source.admin), target.as(target.admin)]
const COMPANIES = { namespace: 'crm', code: 'companies' }
const ORDERS = { namespace: 'crm', code: 'orders' }

const create = async (params: typeof COMPANIES, context: Record<string, unknown>) =>
  (await there.apps.createItem({ params, input: { context } })).item.__id as string
const isHere = async (params: typeof COMPANIES, id: string) =>
  (await here.apps.listItems({ params, input: { ids: [id] } })).result.total === 1

test('an item that no request can hold is refused alone', async () => {
  const large = await create(COMPANIES, { title: 'Large' })
  const next = await create(COMPANIES, { title: 'After it' })
  await source.make.change(
    `update ws_crm.companies set text = repeat('x', 65 * 1024 * 1024) where "__id" = '${large}'`,
  )

  const { report, code } = await bring('--samples', '0')

  expect(report.problems).toContainEqual({
    ...{ kind: 'items', app: 'crm/companies', id: large },
    message: expect.stringContaining('it is larger than'),
  })
  expect(report.counts['items of crm/companies']).toMatchObject({ created: 1, refused: 1 })
  expect([code, report.isEqual]).toEqual([1, false])
  expect([await isHere(COMPANIES, next), await isHere(COMPANIES, large)]).toEqual([true, false])
  await source.make.change(`update ws_crm.companies set text = '' where "__id" = '${large}'`)
})

test.for([400, 413, 500])('an item that is answered %i here is refused alone', async (status) => {
  const all = await Promise.all(
    Array.from({ length: 7 }, (_, at) => create(ORDERS, { title: `${status} ${at}` })),
  )
  const wrong = all[3] ?? ''
  into.watch({
    onRequest: ({ path, body }) =>
      path === '/manage/v1/transfer' && body.includes(wrong)
        ? { status, body: '{"error":"not this one"}' }
        : undefined,
  })

  const { report } = await bring(...THROUGH, '--state', `${state}.${status}`)

  into.watch({})
  expect(report.problems).toContainEqual({
    ...{ kind: 'items', app: 'crm/orders', id: wrong },
    message: `the server answered ${status}: not this one`,
  })
  expect(report.counts['items of crm/orders']).toMatchObject({ refused: 1 })
  const come = await Promise.all(all.map((id) => isHere(ORDERS, id)))
  expect(come).toEqual(all.map((id) => id !== wrong))
  const again = await bring(...THROUGH, '--state', `${state}.${status}`)
  expect(again.report.counts['items of crm/orders']).toMatchObject({ created: 1, refused: 0 })
})

test('what one side no longer has is told, and the rest comes', async () => {
  const [order, company] = [await create(ORDERS, {}), await create(COMPANIES, {})]
  const file = newId()
  await source.make.change(
    `update ws_crm.companies set files = array['${file}']::uuid[] where "__id" = '${company}'`,
  )
  await there.storage.saveApp({ params: { ...ORDERS, key: 'k' }, input: { data: '7' } })
  portal.watch({
    onRequest: ({ path }) => {
      // Deleted when the run had begun, and when it was nearly over.
      if (path === '/pub/v1/app/crm/orders/list') return { status: 404 }
      if (path.startsWith(`/pub/v1/feed/crm/companies/${company}/`)) return { status: 403 }
      if (path === `/pub/v1/registration/crm/companies/${company}`) return { status: 410 }
      return undefined
    },
  })
  into.watch({
    onRequest: ({ path }) =>
      path.startsWith('/pub/v1/storage/') ? { status: 413, body: '{"error":"full"}' } : undefined,
  })
  const keys = `${state}.keys`
  await writeFile(keys, 'crm/orders/k\n')

  const { report } = await bring(...THROUGH, '--state', `${state}.gone`, '--storage-keys', keys)

  portal.watch({})
  into.watch({})
  const told = report.problems.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`)
  expect(told).toEqual(
    expect.arrayContaining([
      ...['app crm/orders', `files ${file}`, 'key crm/orders/k'],
      `portal feed/crm/companies/${company}/message/list`,
    ]),
  )
  expect(told.join()).not.toContain('registration')
  expect(report.isEqual).toBe(false)
  expect([await isHere(COMPANIES, company), await isHere(ORDERS, order)]).toEqual([true, false])

  const again = await bring(...THROUGH, '--state', `${state}.gone`)
  expect(again.report.since).toMatchObject({ 'crm/orders': null })
  expect([again.report.isEqual, await isHere(ORDERS, order)]).toEqual([true, true])
})

test('a file that only an item names comes with the next run, whoever refused it', async () => {
  const makeFile = async () => {
    const hash = newId()
    await there.disk.uploadTemporary({ input: { hash }, file: hash })
    const made = await there.apps.createItem({
      params: COMPANIES,
      input: { context: { files: [{ hash, name: `${hash}.txt` }] } },
    })
    return (made.item.files as string[])[0] ?? ''
  }
  // One is refused there and one here, each alone.
  for (const side of [portal, into]) {
    const id = await makeFile()
    const nothing = { success: true, error: '', result: { result: [], total: 0 } }
    const ahead = {
      headers: { date: new Date(Date.now() + 48 * 3_600_000).toUTCString() },
      onRequest: ({ path }: { path: string }) =>
        path === '/pub/v1/disk/files/search'
          ? { status: 200, body: JSON.stringify(nothing) }
          : undefined,
    }
    portal.watch({
      ...ahead,
      onRequest: (request) =>
        side === portal && request.path === `/pub/v1/disk/file/${id}`
          ? { status: 403 }
          : ahead.onRequest(request),
    })
    into.watch({
      onRequest: ({ path, body }) =>
        side === into && path === '/manage/v1/transfer' && body.includes('"kind":"files"')
          ? { status: 413, body: '{"error":"full"}' }
          : undefined,
    })
    const run = () => bring(...THROUGH, '--state', `${state}.named.${id}`)

    await run()
    portal.watch(ahead)
    into.watch({})
    await run()

    expect((await here.disk.getFile({ params: { id } })).file.__id).toBe(id)
  }
  portal.watch({})
})

test('an app of which less came than there is is told, and read whole by the next run', async () => {
  const order = await create(ORDERS, { title: 'Left out' })
  const headers = { date: new Date(Date.now() + 48 * 3_600_000).toUTCString() }
  const nothing = { success: true, error: '', result: { result: [], total: 0, after: null } }
  portal.watch({
    headers,
    onRequest: ({ path, body }) =>
      path === '/pub/v1/app/crm/orders/list' && JSON.parse(body).after !== undefined
        ? { status: 200, body: JSON.stringify(nothing) }
        : undefined,
  })

  const first = await bring(...THROUGH, '--state', `${state}.less`)
  portal.watch({ headers })
  const { report } = await bring(...THROUGH, '--state', `${state}.less`)

  expect(first.report.problems).toContainEqual({
    ...{ kind: 'app', id: 'crm/orders' },
    message: expect.stringContaining('1 of its items have not come'),
  })
  expect(report.since).toMatchObject({ 'crm/orders': null, 'crm/companies': expect.any(String) })
  expect(await isHere(ORDERS, order)).toBe(true)
  portal.watch({})
})

test('a token that ends in the middle ends the run, and another one goes on', async () => {
  const company = await create(COMPANIES, { title: 'With a feed' })
  const said = await there.messages.sendMessage({
    params: { ...COMPANIES, target: company },
    input: { body: 'Hello' },
  })
  let isOver = false
  portal.watch({
    onRequest: ({ path }) => {
      if (path.startsWith('/pub/v1/feed/')) isOver = true
      return isOver ? { status: 403, body: '{"success":false,"error":"token"}' } : undefined
    },
  })
  const run = [...args, ...THROUGH, '--state', `${state}.token`]

  const { out, err, code } = await kontor(run, environment)

  expect([out, code]).toEqual(['', 1])
  expect(err).toMatch(/the same command goes on from here\n.*the portal answered 403/)
  portal.watch({})
  const { report } = await bring(...THROUGH, '--state', `${state}.token`)
  expect(report).toMatchObject({ run: 1, isResumed: true, isEqual: true })
  const { result } = await here.messages.listMessages({ params: { ...COMPANIES, target: company } })
  expect(result.result).toMatchObject([{ id: said.message.id }])
})
