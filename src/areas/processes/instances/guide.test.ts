import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { readExamples, testExamples } from '../../../../test/guide.ts'
import { readGuide } from '../../../../test/guide-blocks.ts'
import { freePort, startProgram } from '../../../../test/guide-program.ts'
import { eventually } from '../../../../test/process.ts'
import { solution } from '../../../../test/solution.ts'

const { app, admin, as, request } = await startApp({
  environment: { KONTOR_WORKERS: '2', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
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
  await startProgram('processes', 'js service', { PORT: String(port), KONTOR_TOKEN: admin.token })
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
