import { expect, test } from 'vitest'
import { startConsole } from './stand.ts'

const { as, boss, open } = await startConsole()

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { name: 'site.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
const text = (content: string) => ({
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

const makeFolder = async (name: string) =>
  (await as(boss).disk.createDirectory({ input: { name } })).directory.__id

async function send(directory: string, name: string, content: string) {
  const file = new FormData()
  file.append('file', new Blob([content]), name)
  const answer = await as(boss).disk.uploadToDirectory({
    params: { id: directory },
    input: {},
    file,
  })
  return answer.file?.__id ?? ''
}

test('files are uploaded, looked at, replaced by a new version, deleted and restored', async () => {
  const { page, outside, complaints } = await open('/files')
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('Site plans')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Site plans' }).click()
  await page.getByText('This folder is empty.').waitFor()

  await page.getByLabel('Upload files').setInputFiles([picture, text('First <b>words</b>')])
  await page.getByText('2 files uploaded').waitFor()
  await page.getByRole('button', { name: 'Close the list of uploads' }).click()

  await page.getByRole('link', { name: 'site.png' }).click()
  const image = page.getByRole('img', { name: 'site.png' })
  const widthOf = () =>
    image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)
  await expect.poll(widthOf).toBe(1)
  await page.goBack()
  await page.getByRole('link', { name: 'notes.txt' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('First <b>words</b>').waitFor()

  await page.getByLabel('Upload a new version').setInputFiles(text('Second words'))
  await preview.getByText('Second words').waitFor()
  await page.getByRole('link', { name: 'Version 1' }).click()
  await preview.getByText('First <b>words</b>').waitFor()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('link', { name: 'Version 3' }).click()
  await preview.getByText('First <b>words</b>').waitFor()

  await page.getByRole('button', { name: 'Actions for notes.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('“notes.txt” was moved to the trash.').waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page
    .getByRole('row', { name: /notes\.txt/ })
    .getByRole('button', { name: 'Restore' })
    .click()
  await page.getByText('“notes.txt” was restored.').waitFor()
  await page.getByRole('link', { name: 'Site plans' }).click()
  await page.getByRole('table').getByRole('link', { name: 'notes.txt' }).waitFor()
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('an upload that broke off goes on where it stopped, and a second part is enough', async () => {
  const folder = await makeFolder('Films')
  const { page, complaints } = await open(`/files/${folder}`)
  const film = { name: 'film.bin', mimeType: 'video/mp4', buffer: Buffer.alloc(9 * 1024 ** 2, 7) }
  const parts: string[] = []
  let isBroken = true
  await page.route('**/upload?**', async (route) => {
    const range = route.request().headers()['content-range'] ?? ''
    if (isBroken && !range.startsWith('bytes 0-')) return route.abort()
    parts.push(range)
    return route.continue()
  })

  await page.getByLabel('Upload files').setInputFiles(film)
  await page.getByText('The connection was lost.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('1 file uploaded').waitFor()

  await page.getByRole('table').getByRole('link', { name: 'film.bin' }).waitFor()
  expect(parts).toEqual([
    `bytes 0-${8 * 1024 ** 2}/${film.buffer.length}`,
    `bytes ${8 * 1024 ** 2}-${film.buffer.length}/${film.buffer.length}`,
  ])
  expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
})

test('files are sorted, found, renamed, moved, deleted together and brought back', async () => {
  const from = await makeFolder('Inbox')
  await makeFolder('Archive')
  await send(from, 'b large.txt', 'x'.repeat(5000))
  await send(from, 'a small.txt', 'x')
  const { page, complaints } = await open(`/files/${from}`)
  const list = page.getByRole('table')
  const names = () => list.locator('tbody').getByRole('link').allTextContents()
  await expect.poll(names).toEqual(['a small.txt', 'b large.txt'])
  await page.getByRole('button', { name: 'Sort by size' }).click()
  await expect.poll(names).toEqual(['b large.txt', 'a small.txt'])

  await page.getByRole('button', { name: 'Actions for a small.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('renamed.txt')
  await page.getByRole('button', { name: 'Rename' }).click()
  await list.getByRole('link', { name: 'renamed.txt' }).waitFor()

  await page.getByRole('button', { name: 'Actions for renamed.txt' }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to “Archive”' }).click()
  await expect.poll(names).toEqual(['b large.txt'])

  // The seconds to take it back do not end by themselves here.
  await page.evaluate(`
    const wait = window.setTimeout
    window.setTimeout = (act, ms, ...rest) => (ms === 12_000 ? 0 : wait(act, ms, ...rest))`)
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('This folder is empty.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['b large.txt'])

  await page.getByLabel('Search by name').fill('RENAMED')
  const found = list.getByRole('row', { name: /renamed\.txt/ })
  await found.getByRole('link', { name: 'Archive' }).waitFor()
  expect(complaints).toEqual([])
})

test('what others upload appears by itself, and the page fits a phone', async () => {
  const folder = await makeFolder('Together')
  const { page, complaints } = await open(`/files/${folder}`, { width: 380 })
  await page.getByText('This folder is empty.').waitFor()
  await send(folder, 'from another desk.txt', 'Hello')
  await page.getByRole('link', { name: 'from another desk.txt' }).waitFor()

  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  expect(complaints).toEqual([])
})
