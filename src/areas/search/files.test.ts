import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePdf, pdfLine } from '../../../test/pdf.ts'
import { listTree } from '../../../test/process-tree.ts'
import { connectClient } from '../../platform/db/db.ts'

/** Whatever else runs here does not read texts. */
const others = new Set(listTree(process.pid))
const { app, as, make, connection } = await startApp({ environment: { KONTOR_WORKERS: '2' } })
await app.startJobs()
const ann = await make.user()
const bob = await make.user()

const upload = async (name: string, content: Buffer) => {
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(content)]), name)
  const stored = await as(ann).disk.uploadToDirectory({ params: { id: ann.id }, input: {}, file })
  return stored.file?.__id ?? ''
}
const find = async (user: { token: string }, q: string) =>
  (await as(user).search.find({ input: { q } })).results

test('files are found by their text, by who may read them', async () => {
  const id = await upload('papyrus.pdf', makePdf(pdfLine('Deliveries of pelicans')))

  await expect
    .poll(() => find(ann, 'pelican delivery'))
    .toMatchObject([
      { kind: 'file', id, title: 'papyrus.pdf', fragment: { text: 'Deliveries of pelicans' } },
    ])
  expect(await find(ann, 'papyrus')).toMatchObject([{ id, titleMarks: [[0, 7]] }])
  expect(await find(bob, 'pelican')).toEqual([])
})

test('a broken file is found by its name, and not tried again', async () => {
  const id = await upload('torn.docx', Buffer.from('not a document'))
  const client = await connectClient(connection)
  const problems = async () =>
    (await client.query('select problem from kontor.file_texts where problem is not null')).rows

  await expect.poll(problems).toMatchObject([{ problem: expect.stringMatching(/^damaged: /) }])
  expect(await find(ann, 'torn')).toMatchObject([{ id }])
  const { rows } = await client.query(`select 1 from graphile_worker.jobs
    where task_identifier = 'search.read_file'`)
  await client.end()
  expect(rows).toEqual([])
})

test('a file is read again if its process is ended by somebody else', async () => {
  const lines = 'BT /F1 1 Tf (Flamingo ) Tj '.concat('(a ) Tj '.repeat(300_000), 'ET')
  const client = await connectClient(connection)
  await upload('birds.pdf', makePdf(Buffer.from(lines)))

  const killedOnce = async () => {
    for (const pid of listTree(process.pid)) if (!others.has(pid)) process.kill(pid, 'SIGKILL')
    const { rows } = await client.query(`select from graphile_worker.jobs
      where task_identifier = 'search.read_file' and last_error is not null`)
    return rows.length
  }
  await expect.poll(killedOnce, { timeout: 20_000 }).toBe(1)

  await expect.poll(() => find(ann, 'flamingo'), { timeout: 60_000 }).toHaveLength(1)
  await client.end()
}, 120_000)
