import { expect, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { areas } from '../src/client/areas.ts'
import { startApp } from './app.ts'
import { visit } from './browser.ts'

const { address, admin, app, request } = await startApp()

// The first visit unpacks a browser, and a busy machine shows pages slowly.
vi.setConfig({ testTimeout: 120_000 })

const WIDTHS = [1440, 380]

test.each(WIDTHS)(
  'the first screen says what runs here and that it is healthy, at %i px',
  async (width) => {
    const { page, outside, complaints } = await visit(`${address}/`, width)
    await page.getByText('healthy', { exact: true }).waitFor()
    await page.getByText('Kontor is running').waitFor()
    await page.getByText(manifest.version, { exact: true }).waitFor()
    await page.getByText('Signing in with a browser comes with the console').waitFor()

    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isTooWide).toBe(false)
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
  },
)

test('every link of the first screen leads somewhere', async () => {
  const { page } = await visit(`${address}/`)
  const links = await page.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))

  expect(links).toContain('/docs')
  for (const link of links) expect((await request(link ?? '')).status).toBe(200)
})

test('the first call of the first screen works as it stands there', async () => {
  const { page } = await visit(`${address}/`)
  const shown = await page.locator('#call').textContent()

  const api = /^API=(.+)$/m.exec(shown ?? '')?.[1]
  const [path] = (shown ?? '').match(/(?<=\$API)\S+/) ?? []
  const body = /-d '(.+)'/.exec(shown ?? '')?.[1] ?? ''
  const headers = { authorization: `Bearer ${admin.token}` }
  const saved = await fetch(`${api}${path}`, { method: 'POST', headers, body })
  const read = await fetch(`${api}${path}`, { headers })

  expect(saved.status).toBe(200)
  expect(await read.json()).toMatchObject({ success: true, data: 'world' })
})

test('the first screen says so when the server is not ready', async () => {
  const { page } = await visit(`${address}/docs`)
  await page.route('**/health/ready', (route) => route.fulfill({ status: 503 }))

  await page.goto(`${address}/`)

  await page.getByText('not ready').waitFor()
})

test.each(WIDTHS)('the API reference shows both documents, at %i px', async (width) => {
  const documents = [
    ['pub/tag/storage', areas.storage],
    ['manage/tag/access', areas.access],
  ] as const
  for (const [place, area] of documents) {
    const { page, outside, complaints } = await visit(`${address}/docs#${place}`, width)
    for (const { path } of Object.values(area)) {
      await page.getByText(path, { exact: true }).first().waitFor()
    }
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
  }
})

test('a visitor goes from one document to the other', async () => {
  const { page } = await visit(`${address}/docs`)
  await page.getByRole('button', { name: 'Public API' }).click()
  await page.getByText('Management API').click()

  await page.getByText('/manage/v1/session', { exact: true }).first().waitFor()
})

test('a request is tried from the API reference', async () => {
  const { path, summary } = areas.storage.saveSystem
  const { page, outside, complaints } = await visit(`${address}/docs#pub/tag/storage`)
  await page.getByRole('complementary').getByText(summary).click()
  await page.getByRole('button', { name: `Test Request (post ${path})` }).click()
  await page.getByRole('dialog').getByPlaceholder('Token').fill(admin.token)
  const key = page.getByRole('row', { name: 'Include key in request' })
  await key.getByRole('combobox', { name: 'Value' }).fill('tried')
  const answer = page.waitForResponse(`${address}/pub/v1/storage/system/tried`)
  await page.getByRole('button', { name: 'Send post request' }).click()

  expect(await (await answer).json()).toMatchObject({ success: true })
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('pages allow no inline script and nothing from other hosts', async () => {
  for (const path of ['/', '/docs']) {
    const { headers } = await request(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|unsafe-eval/)
  }
})

test('the address of a file changes with its content, so it is kept for good', async () => {
  const page = await (await request('/')).text()
  const url = /\/assets\/[\w-]+\/home\.css/.exec(page)?.[0] ?? ''

  const [known, other, unknown] = await Promise.all([
    request(url),
    request('/assets/another-hash/home.css'),
    request('/assets/another-hash/toString'),
  ])

  expect(known.headers.get('cache-control')).toContain('immutable')
  expect(known.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(other.headers.get('cache-control')).toBe('no-cache')
  expect(await other.text()).toBe(await known.text())
  expect(unknown.status).toBe(404)
})

test('what a visitor sends as the name of the host stays text', async () => {
  const headers = { host: '"><b>odd' }

  const { statusCode, body } = await app.server.inject({ url: '/', headers })

  expect(statusCode).toBe(200)
  expect(body).toContain('&lt;b&gt;odd')
  expect(body).not.toContain('<b>odd')
})
