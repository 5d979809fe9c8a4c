import { execFile } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inherited } from './environment.ts'
import { dataFolder, SECRET } from './server-process.ts'

const run = promisify(execFile)
const MEGABYTE = 1024 * 1024
const prefix = await mkdtemp(join(tmpdir(), 'kontor-release-'))
const installed = join(prefix, 'lib', 'node_modules', 'kontor')

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'release', '--', '--to', prefix])
  const [file = ''] = (await readdir(prefix)).filter((name) => /^kontor-.*\.tgz$/.test(name))
  await run('npm', ['install', '--global', '--prefix', prefix, join(prefix, file)], {
    cwd: prefix,
    env: machine(),
  })
})
afterAll(() => rm(prefix, { recursive: true }))

/** The environment of an installation: the Node of the machine, not that of this project. */
const PATH = pathWithoutPackages()

function pathWithoutPackages(): string {
  const folders = (inherited.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter)
}

const machine = () => ({ ...inherited, PATH })

test('it contains what the server loads, and nothing for development', async () => {
  const packages = await readdir(join(installed, 'node_modules'))
  const files = await readdir(installed, { recursive: true })

  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']))
  for (const each of ['typescript', 'vite', 'react', 'vitest', 'playwright-core']) {
    expect(packages).not.toContain(each)
  }
  expect(files.filter((file) => /^src\/.*\.ts$/.test(file))).toEqual([])
  expect((await sizeOf(files)) / MEGABYTE).toBeLessThan(300)
})

test('all its modules can be loaded', async () => {
  const names = await readdir(join(installed, 'src'), { recursive: true })
  const files = names.filter((each) => each.endsWith('.js') && !/^main|static/.test(each))
  const texts = await Promise.all(
    files.map(
      async (file) => [file, await readFile(join(installed, 'src', file), 'utf8')] as const,
    ),
  )
  // Worker entry points cannot be loaded outside a worker.
  const threads = texts.flatMap(([file, text]) =>
    [...text.matchAll(/new URL\('(.+\.js)', import\.meta\.url\)/g)].map(([, name = '']) =>
      join(dirname(file), name),
    ),
  )
  const modules = files
    .filter((file) => !threads.includes(file))
    .map((file) => pathToFileURL(join(installed, 'src', file)).href)
  const program = `for (const each of ${JSON.stringify(modules)}) await import(each)`

  expect(modules.length).toBeGreaterThan(300)
  // In a file: as an argument it would be longer than the system allows.
  const all = join(prefix, 'all.mjs')
  await writeFile(all, `${program}; process.exit()`)
  await run(process.execPath, [all])
})

test('kontor start serves the console, the API and the demo', async () => {
  const { start, folder } = await dataFolder()
  const kontor = join(prefix, 'bin', 'kontor')
  const server = start({ PATH, KONTOR_DEMO: 'on' }, ['start'], [kontor])
  const address = await server.ready()
  const token = /^\s*token\s+(\S+)$/m.exec(server.output())?.[1]
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` }, ...init })

  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('<div id="root">')
  const script = /src="(\/app\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  expect((await fetch(`${address}${script}`)).status).toBe(200)
  const docs = await (await fetch(`${address}/docs`)).text()
  const reference = /src="([^"]+scalar\.js)"/.exec(docs)?.[1] ?? ''
  expect((await fetch(`${address}${reference}`)).status).toBe(200)
  const list = '/pub/v1/app/_clients/_deals/list'
  expect(await (await ask(list, { method: 'POST', body: '{"size":1}' })).json()).toMatchObject({
    success: true,
    result: { result: [{}] },
  })
  const env = { ...machine(), KONTOR_DATA: folder, KONTOR_SECRET: SECRET }
  const doctor = run(kontor, ['doctor'], { env })
  expect((await doctor).stdout).toContain('columns of this release')
  expect(await server.stop()).toBe(0)
})

/** The size on disk, in blocks. */
async function sizeOf(files: string[]): Promise<number> {
  let size = 0
  for (const file of files) size += (await lstat(join(installed, file))).blocks * 512
  return size
}
