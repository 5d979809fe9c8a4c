import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { findBarriers } from './console/find-barriers.ts'
import { FORM, startForms } from './forms.ts'
import { diagram, flow } from './process.ts'

const PROCESS = `
name: Handle
variables:
  request: { name: Request, type: SYS_COLLECTION, app: shop/requests }
rights:
  user:webform: [create]
`
const BPMN = diagram(`
  <startEvent id="start" />
  <userTask id="look" name="Look at it" kontor:performer="user:webform" />
  <endEvent id="end" />
  ${flow('start -> look -> end')}`)

const { address, admin, apply, as, items } = await startForms()
const site = createServer((_, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end(`<iframe title="form" src="${address}/forms/shop/requests/ask" width="600" height="900">`)
}).listen(0)
await once(site, 'listening')
afterAll(() => site.close().closeAllConnections())
const theirs = `http://localhost:${(site.address() as AddressInfo).port}`
await apply(
  { ask: { ...FORM, proof: 12, process: 'shop.requests/handle', origins: [theirs] } },
  {
    'workspaces/shop/apps/requests/processes/handle.yaml': PROCESS,
    'workspaces/shop/apps/requests/processes/handle.bpmn': BPMN,
  },
)

test('a stranger fills in the form, a process starts, and the state can be followed', async () => {
  const { page } = await visit(`${address}/forms/shop/requests/ask`, { width: 380 })
  await page.getByRole('heading', { name: 'Ask us' }).waitFor()
  expect(await findBarriers(page, 'form')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380)

  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please check 2 fields.').waitFor()
  const subject = page.getByLabel('Subject (required)')
  expect(await subject.getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate('document.activeElement.id')).toBe(await subject.getAttribute('id'))
  expect(await findBarriers(page, 'form with problems')).toEqual([])

  await subject.fill('<b>The door</b> is stuck')
  await page.getByLabel('Story').fill('Since Monday.\n<script>alert(1)</script>')
  await page.getByLabel('Kind').selectOption({ label: 'A wish' })
  await page.getByLabel('I agree').check()
  const wrong = { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ…') }
  await page.getByLabel('Papers').setInputFiles(wrong)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('is not a file of these types').waitFor()
  const right = { ...wrong, buffer: Buffer.from('%PDF-1.7 a letter') }
  await page.getByLabel('Papers').setInputFiles(right)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Sent' }).waitFor()

  const [item, ...others] = await items()
  expect(others).toEqual([])
  expect(item).toMatchObject({ subject: '<b>The door</b> is stuck', sort: [{ code: 'wish' }] })
  const { processes } = await as(admin).processes.list()
  expect(processes.find(({ code }) => code === 'handle')).toMatchObject({ running: 1 })

  await page.getByText(`${address}/forms/follow#`).waitFor()
  expect(await findBarriers(page, 'sent')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380)
  const state = await opened(page, page.getByRole('link', { name: 'See what becomes of it' }))
  await state.getByText('New', { exact: true }).waitFor()
  await state.getByText('<script>alert(1)</script>').waitFor()
  expect(await findBarriers(state, 'state')).toEqual([])
  const params = { namespace: 'shop', code: 'requests', id: String(item?.__id) }
  await as(admin).apps.setStatus({ params, input: { status: { code: 'done' } } })
  await state.reload()
  await state.getByText('Done', { exact: true }).waitFor()
})

async function opened(page: Page, link: Locator): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
  return popup
}

test('a site that the form names shows it in a frame, and it works there', async () => {
  const { page } = await visit(theirs)
  const frame = page.frameLocator('iframe')
  const before = (await items()).length

  await frame.getByLabel('Subject (required)').fill('From the shop')
  await frame.getByLabel('I agree').check()
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame.getByRole('heading', { name: 'Sent' }).waitFor()

  expect(await items()).toHaveLength(before + 1)
  const state = await opened(page, frame.getByRole('link', { name: 'See what becomes of it' }))
  await state.getByText('From the shop').waitFor()
})

test('an answer that is lost makes no second item', async () => {
  const { page } = await visit(`${address}/forms/shop/requests/ask`)
  const before = (await items()).length
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  // Both were done: the first answer never comes, the second is cut off.
  const cutOff = async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).slice(0, 20) })
  }
  await page.route('**/submit', cutOff, { times: 1 })
  await page.route('**/submit', lose, { times: 1 })

  await page.getByLabel('Subject (required)').fill('Once')
  await page.getByLabel('I agree').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('It could not be sent.').waitFor()
  const again = page.getByRole('button', { name: 'Send', exact: true })
  await Promise.all([page.waitForResponse('**/submit'), again.click()])
  await again.click()
  await page.getByRole('heading', { name: 'Sent' }).waitFor()

  expect(await items()).toHaveLength(before + 1)
  await page.getByText(`${address}/forms/follow#`).waitFor()
})

test('a browser that prefers Russian gets it, and a form that is gone says so', async () => {
  const speak = (page: Page) => page.setExtraHTTPHeaders({ 'accept-language': 'ru' })
  const { page } = await visit(`${address}/forms/shop/requests/ask`, { before: speak })
  await page.getByRole('heading', { name: 'Спросите нас' }).waitFor()
  await page.getByLabel('Тема (обязательно)').waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ru')

  await page.goto(`${address}/forms/shop/requests/never`)
  await page.getByRole('heading', { name: 'Такой формы нет' }).waitFor()
  await page.goto(`${address}/forms/follow#nothing`)
  await page.getByRole('heading', { name: 'Ссылка не работает' }).waitFor()
})
