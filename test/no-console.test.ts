import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder } from './server-process.ts'

const PARTS = [
  'migrations',
  'package-lock.json',
  'package.json',
  'scripts',
  'solutions',
  'src',
  'web',
]

/** A copy of the project without the built console, and with a syntax error in its source. */
async function brokenProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-project-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const filter = (path: string) => basename(path) !== 'dist' && !path.endsWith('.test.ts')
  for (const part of PARTS) await cp(part, join(folder, part), { recursive: true, filter })
  await symlink(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'web', 'main.tsx'), 'const = 1')
  return folder
}

const npm = (cwd: string, ...args: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', ...args], { cwd })

test('without a console npm ci succeeds and the server serves the rest', async () => {
  const project = await brokenProject()

  const { stderr } = await npm(project, 'prepare')
  expect(stderr).toMatch(/^the console was not built, the rest works without it: .*error.*\n$/i)
  await expect(npm(project, 'build')).rejects.toMatchObject({ code: 1 })

  const { start } = await dataFolder()
  const server = start({}, ['start'], [process.execPath, join(project, 'src', 'main.ts')])
  const address = await server.ready()
  expect(server.output()).toContain('Console        is not built: run "npm run build" to see why\n')
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('<h1>The console is not built</h1>')
  expect((await fetch(`${address}/docs`)).status).toBe(200)
  // On a busy machine the server may have been blocked for a moment.
  const readiness = async () => (await fetch(`${address}/health/ready`)).status
  await expect.poll(readiness).toBe(200)
  expect(await server.stop()).toBe(0)
})
