import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser, NO_BROWSER } from './chromium.ts'
import { run } from './kontor.ts'

const OURS = process.arch === 'arm64' ? 183 : 62
const FOREIGN = OURS === 62 ? 183 : 62
/** On x64 the packaged browser is preferred over installed ones. */
const hasPackaged = process.platform === 'linux' && process.arch === 'x64'

/** The header of a Linux program for this processor. */
function program(machine: number): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(machine, 18)
  return header
}

async function folderWith(files: Record<string, Buffer | string>) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-browser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, content)
    await chmod(path, 0o755)
  }
  return folder
}

test('the browser in KONTOR_CHROMIUM is preferred', async () => {
  const folder = await folderWith({ mine: program(OURS), chromium: program(OURS) })

  const found = await findBrowser({ KONTOR_CHROMIUM: join(folder, 'mine'), PATH: folder })

  expect(found?.path).toBe(join(folder, 'mine'))
})

test.runIf(process.platform === 'linux').each([
  ['is for another processor', program(FOREIGN)],
  ['is not a program', 'text'],
])('a named browser that %s is refused, not started', async (_, content) => {
  const folder = await folderWith({ mine: content })

  const found = findBrowser({ KONTOR_CHROMIUM: join(folder, 'mine') })

  await expect(found).rejects.toThrow('mine, which is no program for this machine')
})

test('a missing browser in KONTOR_CHROMIUM is reported', async () => {
  const found = findBrowser({ KONTOR_CHROMIUM: '/nowhere/chromium' })

  await expect(found).rejects.toThrow('KONTOR_CHROMIUM is /nowhere/chromium')
})

test.skipIf(hasPackaged)(
  'an installed browser is found, one for another processor is skipped',
  async () => {
    const folder = await folderWith({
      'a/chromium': program(FOREIGN),
      'b/google-chrome': program(OURS),
      'c/chromium-browser': '#!/bin/sh\n',
    })
    const PATH = ['a', 'b', 'c'].map((each) => join(folder, each)).join(':')

    expect((await findBrowser({ PATH }))?.path).toBe(join(folder, 'c/chromium-browser'))
    expect(await findBrowser({ PATH: join(folder, 'a') })).toBeUndefined()
  },
)

test.skipIf(hasPackaged)(
  'without a browser its tests are skipped with one line, and the others run',
  async () => {
    const options = {
      config: false,
      root: join(import.meta.dirname, '..'),
      include: ['test/no-browser.ts'],
      reporters: [join(import.meta.dirname, 'reporter.ts')],
      watch: false,
    }
    const script = `import { startVitest } from 'vitest/node'
      await (await startVitest('test', [], ${JSON.stringify(options)})).close()`

    const { code, out } = await run(process.execPath, ['--input-type=module', '-e', script], {
      environment: { PATH: await folderWith({}), KONTOR_CHROMIUM: '' },
    })

    expect(out.split('\n').filter((line) => line.includes(NO_BROWSER))).toEqual([
      `!!! 2 tests were skipped: ${NO_BROWSER}`,
    ])
    expect(out).toContain('1 passed, 0 failed, 2 skipped')
    expect(code).toBe(0)
  },
  120_000,
)
