import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { readExamples, testExamples } from '../../../test/guide.ts'
import { readGuide } from '../../../test/guide-blocks.ts'
import { eventually } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'

const { app, admin, as, request } = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { blocks } = await readGuide('processes')
const port = await freePort()

/** Blocks that name a file are the solution of the guide. */
const files = blocks.flatMap(({ info, text }) => {
  const path = /^(?:yaml|xml) (\S+)$/.exec(info)?.[1]
  return path === undefined ? [] : [[path, text.replace('PORT', String(port))] as const]
})
await as(admin).solutions.apply({ input: { files: solution('shop', Object.fromEntries(files)) } })
await app.startJobs()

testExamples(await readExamples('docs/guides/processes.md'), { request, token: admin.token })

test('the service of the guide answers through the restore point', async () => {
  await startService()
  const { context } = await as(admin).bpm.run({
    params: { namespace: 'shop', code: 'company' },
    input: { context: { tax_number: 'DE 123' } },
  })

  const { data } = await eventually(
    () => as(admin).bpm.get({ params: { id: context.__id } }),
    ({ data: { __state } }) => __state === 'done',
  )

  expect(data).toMatchObject({ is_known: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** The program of the guide, run as a reader would run it. */
async function startService(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-guide-'))
  const source = blocks.find(({ info }) => info === 'js service')?.text ?? ''
  await writeFile(join(folder, 'service.mjs'), source)
  const child = spawn(process.execPath, [join(folder, 'service.mjs')], {
    env: { PORT: String(port), KONTOR_TOKEN: admin.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  await expect.poll(() => said).toContain('ready')
}
