import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePdf, pdfLine } from '../../../test/pdf.ts'
import { feedNow } from '../../../test/search.ts'
import { allKinds } from '../../app/kinds.ts'
import { connectClient } from '../../platform/db/db.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { Texts } from '../../texts/texts.ts'
import { searchJobs } from './file-texts.ts'
import { READ_FILE } from './objects.ts'

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

test('a file whose reading was cut short is read again, five times at most', async () => {
  const idle = await startApp()
  const { platform } = idle.app
  const eve = await idle.make.user()
  const client = await connectClient(idle.connection)
  onTestFinished(() => client.end())
  const lines = 'BT /F1 1 Tf (Flamingo ) Tj '.concat('(a ) Tj '.repeat(300_000), 'ET')
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(makePdf(Buffer.from(lines)))]), 'birds.pdf')
  await idle.as(eve).disk.uploadToDirectory({ params: { id: eve.id }, input: {}, file })
  await feedNow(platform)
  const { rows } = await client.query('select body_id as body from kontor.files')
  const kept = async () =>
    (await client.query('select content, problem from kontor.file_texts')).rows
  /** Too short for this file. */
  const hasty = new Texts({ time: 1 })
  onTestFinished(() => hasty.close())
  const read = (attempt: number, texts = hasty) => {
    const { handlers } = searchJobs({ files: platform.files, texts, kinds: allKinds })
    const job = { ...jobOn(platform, platform.log), attempt }
    return handlers[READ_FILE]?.(job, { ...rows[0], format: 'pdf' })
  }

  for (const attempt of [1, 4])
    await expect(read(attempt)).rejects.toThrow(/not read within|was ended/)
  expect(await kept()).toEqual([])
  await read(5)
  expect(await kept()).toEqual([
    { content: null, problem: expect.stringMatching(/^(timeout|interrupted): /) },
  ])

  await client.query('delete from kontor.file_texts')
  await read(2, platform.texts)
  const { results } = await idle.as(eve).search.find({ input: { q: 'flamingo' } })
  expect(results).toMatchObject([{ title: 'birds.pdf' }])
})
