import { execFileSync, spawn, spawnSync } from 'node:child_process'
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

type Program = { file: string; tool: string; asks: string; build?: string[] }

/** `tool` runs the file, or builds the program first. */
const PROGRAMS: Record<string, Program> = {
  ts: { file: 'worker.ts', tool: process.execPath, asks: '--version' },
  python: { file: 'worker.py', tool: 'python3', asks: '--version' },
  go: { file: 'worker.go', tool: 'go', asks: 'version', build: ['build', '-o', 'worker'] },
}

/** The standard library of Go is compiled with the first program. */
const BUILD_TIMEOUT = 120_000

async function write(language: string, file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-worker-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = blocks.find(({ info }) => info === `${language} worker`)?.text ?? ''
  await writeFile(join(folder, file), source.replaceAll("'../../src/", `'${process.cwd()}/src/`))
  return folder
}

for (const [language, { file, tool, asks, build }] of Object.entries(PROGRAMS)) {
  const isThere = spawnSync(tool, [asks]).status === 0
  const missing = isThere ? '' : `, skipped: ${tool} is not installed`

  test.skipIf(!isThere)(
    `the worker of the guide in ${language} does its work${missing}`,
    async () => {
      const folder = await write(language, file)
      const env = { ...inherited, KONTOR: address, KONTOR_TOKEN: worker.token }
      if (build) execFileSync(tool, [...build, file], { cwd: folder, env })
      const [command, args] = build ? [join(folder, 'worker'), []] : [tool, [file]]
      const child = spawn(command, args, {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      onTestFinished(() => void child.kill())
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
    BUILD_TIMEOUT,
  )
}
