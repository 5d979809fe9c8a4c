import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin, make, address } = await startApp()
const client = as(admin)

const APP = 'workspaces/crm/apps/deals.yaml'
const DEALS = `name: Deals
fields:
  title: { name: Title, type: STRING }
  margin: { name: Margin, type: FLOAT }
  note: { name: Note, type: STRING }
statuses:
  - code: life
    name: Life
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: won, name: Won }]
transitions:
  - { from: new, to: won, by: ["group:crm/bosses"] }
rights: { "group:crm/sellers": [read, create], "role:author": [update] }
fieldRights:
  margin: { "group:crm/bosses": [read, update] }
  note: { "group:crm/sellers": [read] }
`
const files = solution('crm', {
  [APP]: DEALS,
  'workspaces/crm/apps/secrets.yaml': 'name: Secrets\nfields: { a: { name: A, type: STRING } }\n',
  'workspaces/crm/groups/sellers.yaml': 'name: Sellers\nmembers: ["user:seller"]\n',
  'workspaces/crm/groups/bosses.yaml': 'name: Bosses\n',
  'workspaces/crm/widgets/deals.yaml': 'name: D\ntype: list\nsettings: { app: crm/deals }\n',
  'workspaces/crm/widgets/secrets.yaml': 'name: S\ntype: list\nsettings: { app: crm/secrets }\n',
  'workspaces/crm/pages/home.yaml': 'name: Home\nwidgets: [deals, secrets]\n',
})
const seller = await make.user({ login: 'seller' })
const [designer, stranger] = [await make.user(), await make.user()]
await client.solutions.apply({ input: { files } })
await client.access.grant({
  input: {
    kind: 'solution',
    object: 'crm',
    right: 'manage',
    subjectKind: 'user',
    subject: designer.id,
  },
})
const DEAL = { namespace: 'crm', code: 'deals' }
await client.apps.createItem({
  params: DEAL,
  input: { context: { title: 'A', margin: 5, note: 'n' } },
})

const eventsOf = async (type: string) =>
  (await client.audit.list({ input: { type } })).entries.map(({ object, data }) => ({
    object,
    data,
  }))

test('a designer sees what a draft lets somebody do, and no data', async () => {
  const { draft } = await as(designer).drafts.create({ input: { solution: 'crm' } })
  const params = { id: draft.id }
  await as(designer).drafts.edit({
    params,
    input: {
      edits: [{ file: APP, op: 'set', at: ['rights', 'group:crm/sellers'], value: ['read'] }],
    },
  })

  const { preview } = await as(designer).drafts.preview({ params, input: { user: seller.id } })
  const other = await as(designer).drafts.preview({ params, input: { user: stranger.id } })

  expect(preview.apps.find(({ code }) => code === 'deals')).toEqual({
    ...{ ...DEAL, name: 'Deals', rights: ['read'], ownRights: ['update'] },
    ...{ hiddenFields: ['margin'], readOnlyFields: ['note'] },
    transitions: [{ from: ['new'], to: ['won'], isAllowed: false }],
  })
  expect(preview.pages).toMatchObject([{ code: 'home', shown: ['deals'], hidden: ['secrets'] }])
  expect(other.preview.apps.map(({ rights }) => rights)).toEqual([[], []])
  const refused = as(seller).drafts.preview({ params, input: { user: seller.id } })
  await expect(refused).rejects.toMatchObject({ status: 404 })
  expect(await eventsOf('draft.previewed')).toMatchObject([
    { data: { as: stranger.id } },
    { object: `draft:${draft.id}`, data: { as: seller.id } },
  ])
})

type Listed = { result: { result: Record<string, unknown>[] } }

const asking = (preview: string, path: string, init: RequestInit = {}, token = admin.token) =>
  fetch(`${address}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'kontor-preview': preview },
  })

test('an administrator looks as somebody else: only to read, and the log says so', async () => {
  const { preview } = await client.access.startPreview({ input: { user: seller.id } })
  const list = '/pub/v1/app/crm/deals/list'

  const seen = (await (await asking(preview.id, list)).json()) as Listed
  const shown = await asking(preview.id, '/manage/v1/me/pages/crm/home')
  const { page } = (await shown.json()) as { page: { widgets: { code: string }[] } }

  expect(seen.result.result).toMatchObject([{ title: 'A', note: 'n' }])
  expect(seen.result.result[0]).not.toHaveProperty('margin')
  expect(page.widgets.map(({ code }) => code)).toEqual(['deals'])
  const REFUSED = [
    await asking(preview.id, '/pub/v1/app/crm/deals/create', { method: 'POST', body: '{}' }),
    await asking(preview.id, '/manage/v1/me/settings'),
    await asking(preview.id, '/manage/v1/search?q=a'),
    await asking(preview.id, '/pub/v1/tasks/list/income'),
    await asking(preview.id, list, {}, stranger.token),
    await asking('nothing', list),
  ]
  expect(REFUSED.map(({ status }) => status)).toEqual(REFUSED.map(() => 403))
  expect(await eventsOf('user.previewed')).toMatchObject([
    { object: `user:${seller.id}`, data: { by: admin.id } },
  ])

  await client.access.endPreview({ params: { id: preview.id } })
  expect((await asking(preview.id, list)).status).toBe(403)
  const started = as(designer).access.startPreview({ input: { user: seller.id } })
  await expect(started).rejects.toMatchObject({ status: 403 })
})
