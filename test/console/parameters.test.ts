import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import { openTab } from './holidays.ts'
import { startConsole } from './stand.ts'

const { open, as, boss, make } = await startConsole()

const MODULE = 'modules/post.yaml'
const VALUE = {
  name: 'Post',
  parameters: {
    limit: { name: 'Limit', type: 'INTEGER', min: 1, default: 5 },
    gateway: { name: 'Gateway', type: 'LINK' },
    key: { name: 'Key', type: 'STRING', secret: true },
  },
}

const values = (page: Page) => page.getByRole('table', { name: 'Values' })
const row = (page: Page, name: string) => values(page).getByRole('row', { name })
const dialog = (page: Page) => page.getByRole('dialog')

async function publish(id: string): Promise<void> {
  const { draft } = await as(boss).drafts.get({ params: { id } })
  await as(boss).drafts.publish({ params: { id }, input: { revision: draft.revision } })
}

test('the parameters of a module are set once it is published, and go back to their defaults', async () => {
  const { draft } = await as(boss).drafts.create({ input: { solution: 'post', name: 'Post' } })
  const edits = [{ file: MODULE, op: 'create' as const, value: VALUE }]
  await as(boss).drafts.edit({ params: { id: draft.id }, input: { edits } })
  const { page, complaints } = await open(`/build/${draft.id}?file=${MODULE}&tab=parameters`)
  await page.getByText('Values can be set here once this is published.').waitFor()

  await publish(draft.id)
  await row(page, 'Limit 5 Default').waitFor()
  await button(page, 'Change “Limit”').click()
  await dialog(page).getByText('Default: 5').waitFor()
  await dialog(page).getByLabel('Value').fill('8')
  await button(dialog(page), 'Save').click()
  await row(page, 'Limit 8 Set').waitFor()
  expect(await findBarriers(page, 'values')).toEqual([])

  await button(page, 'Change “Limit”').click()
  await button(dialog(page), 'Back to the default').click()
  await row(page, 'Limit 5 Default').waitFor()

  await button(page, 'Change “Gateway”').click()
  await dialog(page).getByLabel('Value').fill('https://two words')
  await button(dialog(page), 'Save').click()
  await dialog(page).getByText('expected a link without spaces').waitFor()
  expect(await dialog(page).getByLabel('Value').getAttribute('aria-invalid')).toBe('true')
  expect(await findBarriers(page, 'a refused value')).toEqual([])
  await dialog(page).getByLabel('Value').fill('https://gate.example')
  await button(dialog(page), 'Save').click()
  await row(page, 'Gateway gate.example Set').waitFor()

  await button(page, 'Change “Key”').click()
  await dialog(page).getByLabel('Value').fill('told-to-nobody')
  await button(dialog(page), 'Save').click()
  await row(page, 'Key •••••••• Set').waitFor()
  await button(page, 'Change “Key”').click()
  expect(await dialog(page).getByLabel('Value').inputValue()).toBe('')
  expect(await findBarriers(page, 'a secret')).toEqual([])
  await button(dialog(page), 'Remove').click()
  await row(page, 'Key').getByText('Not set').waitFor()
  expect(complaints.filter((each) => !each.includes('400'))).toEqual([])
})

test('those of a workspace are set in its designer, by whoever manages it', async () => {
  const { draft } = await as(boss).drafts.create({ input: { solution: 'crm' } })
  const file = 'workspaces/crm/workspace.yaml'
  const { page } = await open(`/build/${draft.id}?file=${file}`, { width: 380 })
  await openTab(page, 'Parameters')
  await button(page, 'Change “Days until a follow-up”').click()
  await dialog(page).getByLabel('Value').fill('21')
  await button(dialog(page), 'Save').click()
  await row(page, 'Days until a follow-up').getByText('21').waitFor()

  expect(await findBarriers(page, 'a phone')).toEqual([])
  const { parameters } = await as(boss).parameters.get({ params: { namespace: 'crm' } })
  expect(parameters.follow_up_days).toBe(21)
})

test('whoever designs a workspace and does not manage it sees the values, and that it stays so', async () => {
  const ann = await make.user({ login: 'designer' })
  const rights = [
    ['solution', 'crm', 'manage'],
    ['workspace', 'crm', 'read'],
  ] as const
  for (const [kind, object, right] of rights) {
    const to = { subjectKind: 'user' as const, subject: ann.id }
    await as(boss).access.grant({ input: { kind, object, right, ...to } })
  }
  const { draft } = await as(ann).drafts.create({ input: { solution: 'crm' } })
  const file = 'workspaces/crm/workspace.yaml'
  const { page } = await open(`/build/${draft.id}?file=${file}&tab=parameters`, {
    login: 'designer',
  })

  await page.getByText('Only those with the right “manage” may set values.').waitFor()
  await row(page, 'Target of a quarter').waitFor()
  expect(await button(page, 'Change “Target of a quarter”').count()).toBe(0)
})
