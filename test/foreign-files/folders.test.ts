import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFolder, writeSource } from '../../src/definitions/folder.ts'

/** A checkout beside a secret that its links lead to. */
async function checkout() {
  const root = await mkdtemp(join(tmpdir(), 'kontor-checkout-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const [folder, outside] = [join(root, 'solution'), join(root, 'outside')]
  await mkdir(folder)
  await mkdir(outside)
  const secret = join(outside, 'secret.yaml')
  await writeFile(secret, 'name: secret\n')
  await writeFile(join(folder, 'solution.yaml'), 'code: x\n')
  return { folder, outside, secret }
}

test('links in the folder of a solution are not followed when it is read', async () => {
  const { folder, outside, secret } = await checkout()
  await symlink(secret, join(folder, 'link.yaml'))
  await symlink(outside, join(folder, 'workspaces'))

  expect((await readFolder(folder)).map(({ path }) => path)).toEqual(['solution.yaml'])
})

test('nothing is written through a link', async () => {
  const { folder, outside, secret } = await checkout()
  await symlink(secret, join(folder, 'link.yaml'))
  await symlink(outside, join(folder, 'workspaces'))

  for (const path of ['link.yaml', 'workspaces/secret.yaml', 'workspaces/new.yaml']) {
    await expect(writeSource(folder, path, Buffer.from('evil'))).rejects.toThrow('by a link')
  }
  expect(await readFile(secret, 'utf8')).toBe('name: secret\n')
  await writeSource(folder, 'pages/one.yaml', Buffer.from('name: One\n'))
  expect(await readFile(join(folder, 'pages/one.yaml'), 'utf8')).toBe('name: One\n')
})

test.each(['../evil.yaml', 'a/../../evil.yaml', '.git/hooks/pre-commit', 'a/.ssh/x'])(
  'a server does not write %s into a checkout',
  async (path) => {
    const { folder } = await checkout()

    await expect(writeSource(folder, path, Buffer.from('evil'))).rejects.toThrow(
      'no path of a solution',
    )
  },
)
