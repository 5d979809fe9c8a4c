import { expect, test } from 'vitest'
import type { Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { startApp } from './app.ts'
import { visit } from './browser.ts'

const { address, admin, request } = await startApp()

const WIDTHS = [1440, 380]

test.each(WIDTHS)('the API reference shows both documents, at %i px', async (width) => {
  const documents = [
    ['pub/tag/storage', areas.storage],
    ['manage/tag/access', areas.access],
  ] as const
  for (const [place, area] of documents) {
    const { page, outside, complaints } = await visit(`${address}/docs#${place}`, { width })
    const shown = Object.values<Operation>(area).filter(({ path }) =>
      path.startsWith(`/${place.split('/')[0]}/`),
    )
    for (const { path } of shown) {
      await page.getByText(path, { exact: true }).first().waitFor()
    }
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
  }
})

test('a visitor can switch between the documents', async () => {
  const { page } = await visit(`${address}/docs`)
  await page.getByRole('button', { name: 'Public API' }).click()
  await page.getByText('Management API').click()

  await page.getByText('/manage/v1/session', { exact: true }).first().waitFor()
})

test('a request can be sent from the API reference', async () => {
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
  for (const path of ['/', '/tasks', '/docs']) {
    const { headers } = await request(path, { headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|unsafe-eval/)
  }
})

test('the address of a file changes with its content, so it can be cached forever', async () => {
  const page = await (await request('/docs')).text()
  const url = /\/assets\/[\w-]+\/docs\.css/.exec(page)?.[0] ?? ''

  const [known, other, unknown] = await Promise.all([
    request(url),
    request('/assets/another-hash/docs.css'),
    request('/assets/another-hash/toString'),
  ])

  expect(known.headers.get('cache-control')).toContain('immutable')
  expect(known.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(other.headers.get('cache-control')).toBe('no-cache')
  expect(await other.text()).toBe(await known.text())
  expect(unknown.status).toBe(404)
})
