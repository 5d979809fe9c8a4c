import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { inherited } from '../../../../test/environment.ts'
import { readExamples, testExamples } from '../../../../test/guide.ts'
import { readGuide } from '../../../../test/guide-blocks.ts'
import { eventually } from '../../../../test/process.ts'
import { solution } from '../../../../test/solution.ts'

const { address, admin, as, make, request } = await startApp()
const { blocks } = await readGuide('workers')
const files = blocks.flatMap(({ info, text }) => {
  const path = /^(?:yaml|xml) (\S+)$/.exec(info)?.[1]
  return path === undefined ? [] : [[path, text] as const]
})
await as(admin).solutions.apply({ input: { files: solution('shop', Object.fromEntries(files)) } })
const worker = await make.user()

testExamples(await readExamples('docs/guides/workers.md'), {
  request,
  token: admin.token,
  known: { worker: worker.id },
})

const PROGRAMS = {
  ts: { command: process.execPath, args: [], file: 'worker.ts' },
  python: { command: 'python3', args: [], file: 'worker.py' },
  go: { command: 'go', args: ['run'], file: 'worker.go' },
}

for (const [language, { command, args, file }] of Object.entries(PROGRAMS)) {
  const isThere = spawnSync(command, [language === 'go' ? 'version' : '--version']).status === 0
  const missing = isThere ? '' : `, skipped: ${command} is not installed`

  test.skipIf(!isThere)(
    `the worker of the guide in ${language} does its work${missing}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kontor-worker-'))
      const source = blocks.find(({ info }) => info === `${language} worker`)?.text ?? ''
      const program = join(folder, file)
      await writeFile(program, source.replaceAll("'../../src/", `'${process.cwd()}/src/`))
      const env = { ...inherited, KONTOR: address, KONTOR_TOKEN: worker.token }
      const child = spawn(command, [...args, program], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      onTestFinished(async () => {
        child.kill()
        await rm(folder, { recursive: true })
      })
      const { context } = await as(admin).bpm.run({
        params: { namespace: 'shop', code: 'invoice' },
        input: { context: { net: 100 } },
      })

      const { data } = await eventually(
        () => as(admin).bpm.get({ params: { id: context.__id } }),
        ({ data: { __state } }) => __state === 'done',
      )

      expect(data).toMatchObject({ gross: 119 })
    },
  )
}
