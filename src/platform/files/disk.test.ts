import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './disk.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-disk-'))
afterAll(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('missing parents are made with the mode of the folder, and what is there stays', async () => {
  await makeFolder(join(folder, 'a/b/c/'), 0o700)
  await makeFolder(join(folder, 'a/b'), 0o711)

  expect(
    await Promise.all(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(folder, path)))),
  ).toEqual([0o700, 0o700, 0o700])
})

test('several may make the same folder at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(folder, 'x/y/z'))))

  expect((await stat(join(folder, 'x/y/z'))).isDirectory()).toBe(true)
})

test('a file in the way is an error', async () => {
  await writeFile(join(folder, 'file'), '')

  await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST')
  await expect(makeFolder(join(folder, 'file/inside'))).rejects.toThrow('ENOTDIR')
})

test.runIf(process.platform === 'linux')(
  'where no folder can be made, the error of the system is passed on',
  async () => {
    await expect(makeFolder('/proc/kontor/data')).rejects.toThrow('ENOENT')
  },
)
