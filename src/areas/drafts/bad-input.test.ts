import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { decided, literal } from '../../decisions/dmn.ts'
import { definitionId } from '../../lib/codes.ts'
import { connectClient } from '../../platform/db/db.ts'
import type { Edit } from './operations.ts'

/** What can go wrong while somebody designs: a clear answer, and nothing is lost. */

const started = await startApp()
const { as, admin } = started
const client = as(admin)
const sql = await connectClient(started.connection)
afterAll(() => sql.end())

const app = (code: string) => `workspaces/${code}/apps/orders.yaml`
const ORDERS = 'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n'
const apply = (code: string, files: Record<string, string> = { [app(code)]: ORDERS }) =>
  client.solutions.apply({ input: { files: solution(code, files), allowLoss: true } })
const startDraft = async (code: string, edits: Edit[]) => {
  const { draft } = await client.drafts.create({ input: { solution: code } })
  const params = { id: draft.id }
  const { revision, problems } = await client.drafts.edit({ params, input: { edits } })
  const publish = () => client.drafts.publish({ params, input: { revision } })
  return { params, revision, problems, publish }
}
const createOrder = (namespace: string, title: string) =>
  client.apps.createItem({
    params: { namespace, code: 'orders' },
    input: { context: { title } },
  })
const titlesOf = async (namespace: string) => {
  const { result } = await client.apps.listItems({
    params: { namespace, code: 'orders' },
    input: { active: true },
  })
  return result.result.map(({ title }) => title)
}
const addNote = (code: string): Edit => ({
  ...{ file: app(code), op: 'set', at: ['fields', 'note'] },
  value: { name: 'Note', type: 'STRING' },
})

test('an app that another publish removed comes back with its items if its author says so', async () => {
  await apply('gone')
  await createOrder('gone', 'First')
  const { params, publish } = await startDraft('gone', [addNote('gone')])
  await apply('gone', {})

  await expect(publish()).rejects.toMatchObject({ status: 409 })
  const { conflicts } = await client.drafts.rebase({ params, input: {} })
  const choices = [{ file: app('gone'), at: [], take: 'mine' as const }]
  const { draft } = await client.drafts.rebase({ params, input: { choices } })
  await client.drafts.publish({ params, input: { revision: draft.revision } })

  expect(conflicts).toMatchObject([{ file: app('gone'), at: [], theirs: null }])
  expect(await titlesOf('gone')).toEqual(['First'])
})

test('an app that somebody deleted by hand is made again, with its items', async () => {
  await apply('by_hand')
  await createOrder('by_hand', 'First')
  const { publish } = await startDraft('by_hand', [addNote('by_hand')])
  await sql.query(
    `update kontor.definitions set deleted_at = now(),
     revision = nextval('kontor.definition_revisions') where id = $1`,
    [definitionId('app', 'by_hand', 'orders')],
  )
  started.app.platform.signals.tell('definitions')

  await publish()

  expect(await titlesOf('by_hand')).toEqual(['First'])
})

test('a formula that never ends is a problem of its file', async () => {
  await apply('endless')
  const folder = 'workspaces/endless/decisions'
  const endless = decided(literal('for i in 1..3000, j in 1..3000, k in 1..3000 return i + j + k'))

  const { problems, publish } = await startDraft('endless', [
    { file: `${folder}/sum.dmn`, op: 'create', text: endless },
    { file: `${folder}/sum.yaml`, op: 'create', value: { name: 'Sum' } },
    {
      ...{ file: `${folder}/sum.cases.yaml`, op: 'create' },
      value: { cases: [{ given: {}, expect: 1 }] },
    },
  ])

  const stopped = expect.stringMatching(/computed for more than|more than .* of memory/)
  expect(problems).toMatchObject([{ file: `${folder}/sum.dmn`, message: stopped }])
  await expect(publish()).rejects.toMatchObject({ status: 400 })
})

test.each([
  [
    'does_not_compile',
    `<process id="p" isExecutable="true"><startEvent id="start"/><endEvent id="end"/>
     <sequenceFlow id="back" sourceRef="end" targetRef="start"/></process>`,
    'end',
  ],
  ['is_no_xml', '<process id="p"', undefined],
])('a diagram that %s is a problem of its file', async (code, process, element) => {
  await apply(code)
  const file = `workspaces/${code}/processes/approve.bpmn`
  const text = `<definitions targetNamespace="demo"
  xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">${process}</definitions>`

  const { problems, params, publish } = await startDraft(code, [
    { file, op: 'create', text },
    { file: file.replace('.bpmn', '.yaml'), op: 'create', value: { name: 'Approve' } },
  ])

  const place = { file, severity: 'error', ...(element && { element }) }
  expect(problems).toContainEqual(expect.objectContaining(place))
  await expect(publish()).rejects.toMatchObject({ status: 400 })
  const { file: kept } = await client.drafts.getFile({ params, input: { path: file } })
  expect(kept.text).toBe(text)
})

const fieldsOf = (count: number, prefix = 'f') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${prefix}${at}`,
      { name: `Field ${at}`, type: 'STRING' },
    ]),
  )

test('an app has 300 fields', async () => {
  await apply('wide')
  const fields = fieldsOf(300)
  const { problems, publish } = await startDraft('wide', [
    {
      file: app('wide'),
      op: 'set',
      at: ['fields'],
      value: { title: { name: 'Title', type: 'STRING' }, ...fields },
    },
  ])

  await publish()

  expect(problems).toEqual([])
  const params = { namespace: 'wide', code: 'orders' }
  const context = Object.fromEntries(Object.keys(fields).map((each) => [each, 'x'.repeat(50)]))
  const { item } = await client.apps.createItem({ params, input: { context } })
  expect(item).toMatchObject(context)
})

test('an app with more fields than a table can have says so', async () => {
  await apply('too_wide')

  const { problems, publish } = await startDraft('too_wide', [
    { file: app('too_wide'), op: 'set', at: ['fields'], value: fieldsOf(1001) },
  ])

  expect(problems).toMatchObject([{ at: ['fields'], message: '"fields": at most 1000 fields' }])
  await expect(publish()).rejects.toMatchObject({ status: 400 })
})

test('fields that were removed count as long as their values are kept', async () => {
  const file = app('used_up')
  const withFields = (prefix: string) => ({
    [file]: JSON.stringify({ name: 'Orders', fields: fieldsOf(900, prefix) }),
  })
  await apply('used_up', withFields('f'))

  const again = apply('used_up', withFields('g'))

  await expect(again).rejects.toMatchObject({
    status: 409,
    message: 'an app has more fields than a table can have columns',
  })
})
