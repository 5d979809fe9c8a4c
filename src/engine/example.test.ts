import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('the example of docs/engine.md prints what it says', async () => {
  const text = await readFile('docs/engine.md', 'utf8')
  const block = (language: string) =>
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'kontor-engine-'))
  const engine = new URL('index.ts', import.meta.url).href

  await writeFile(join(folder, 'order.bpmn'), block('xml'))
  await writeFile(join(folder, 'run.mts'), block('ts').replace('../src/engine/index.ts', engine))
  const { stdout } = await run(process.execPath, ['run.mts'], { cwd: folder })

  expect(stdout).toBe(block('text'))
  await rm(folder, { recursive: true })
})
