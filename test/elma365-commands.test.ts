import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { solutionParts } from '../src/app/solutions.ts'
import { applyBuiltIn } from '../src/areas/solutions/built-in.ts'
import { applyCommand } from '../src/commands/apply.ts'
import { migrateCommand } from '../src/commands/migrate.ts'
import { readFolder } from '../src/definitions/folder.ts'
import { readConfig } from '../src/platform/config.ts'
import { startApp } from './app.ts'
import { appEntity, field, type Made, packageFolder, packed } from './elma365.ts'
import { EVERYTHING } from './elma365-sample.ts'

const { folder: root, write } = await packageFolder()

type Runnable = { parseAsync: (args: string[], options: { from: 'user' }) => Promise<unknown> }

/** Runs a command in this process; answers what it said. */
async function run(command: Runnable, ...args: string[]): Promise<string> {
  let said = ''
  const hear = (text: unknown) => {
    said += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear),
  ]
  try {
    await command.parseAsync(args, { from: 'user' })
    return said
  } finally {
    process.exitCode = undefined
    for (const spy of spies) spy.mockRestore()
  }
}

const elma365 = (...args: string[]) =>
  run(
    migrateCommand(() => readConfig({})),
    'elma365',
    ...args,
  )

const trips = (...fields: object[]): Made => ({
  services: { appViews: [appEntity('hr', 'trips', fields)] },
})
const TITLE = field('title', 'STRING')

test('a plan is text, JSON and a page', async () => {
  const file = await write(packed(EVERYTHING))
  const page = join(root, 'plan.html')

  const text = await elma365('plan', file, '--html', page)
  const json = JSON.parse(await elma365('plan', file, '--json'))

  expect(text).toContain('Кадры (SOLUTION): ')
  expect(json.counts).toMatchObject({ 'not understood': 1 })
  expect(await readFile(page, 'utf8')).toContain('<h1>What comes over: Кадры (SOLUTION)</h1>')
  expect(`${text}${JSON.stringify(json)}`).not.toContain('s3cr3t')
})

test('what is written is applied by a server', async () => {
  const folder = join(root, 'everything')
  await elma365('definitions', await write(packed(EVERYTHING)), folder)
  const { connection, make } = await startApp()
  const files = await readFolder('solutions/_system')
  await applyBuiltIn(make.asSystem, solutionParts, files)
  const { host, port, user, database } = connection
  const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const config = readConfig({ DATABASE_URL: address })

  const said = await run(
    applyCommand(() => config),
    folder,
  )

  expect(said).toContain('hr is applied')
})

test('the second run changes nothing', async () => {
  const [folder, file] = [join(root, 'twice'), await write(packed(EVERYTHING))]
  await elma365('definitions', file, folder)

  const { changes, kept } = JSON.parse(await elma365('definitions', file, folder, '--json'))

  expect([changes, kept]).toEqual([[], []])
})

const APP = 'workspaces/hr/apps/trips.yaml'

test('what people changed stays, and what the package changed comes', async () => {
  const folder = join(root, 'merged')
  await elma365('definitions', await write(packed(trips(TITLE))), folder)
  const before = await readFile(join(folder, APP), 'utf8')
  await writeFile(join(folder, APP), before.replace('name: trips', 'name: Our trips'))
  await writeFile(join(folder, 'workspaces/hr/notes.md'), 'Ours\n')

  const said = await elma365(
    'definitions',
    await write(packed(trips(TITLE, field('note', 'STRING')))),
    folder,
  )

  expect(said).toContain(`~ ${APP}`)
  const after = await readFile(join(folder, APP), 'utf8')
  expect(after).toContain('name: Our trips')
  expect(after).toContain('note: { name: NOTE, type: STRING }')
  expect(await readFile(join(folder, 'workspaces/hr/notes.md'), 'utf8')).toBe('Ours\n')
})

test('where both changed the same, what people wrote stays, unless they say otherwise', async () => {
  const folder = join(root, 'conflict')
  await elma365('definitions', await write(packed(trips(TITLE))), folder)
  const before = await readFile(join(folder, APP), 'utf8')
  await writeFile(join(folder, APP), before.replace('name: TITLE', 'name: Ours'))
  const renamed = await write(packed(trips({ ...TITLE, view: { name: 'Theirs', data: {} } })))

  const said = await elma365('definitions', renamed, folder)
  const mine = await readFile(join(folder, APP), 'utf8')
  await writeFile(join(folder, APP), before.replace('name: TITLE', 'name: Ours again'))
  const again = await write(packed(trips({ ...TITLE, view: { name: 'Theirs again', data: {} } })))
  await elma365('definitions', again, folder, '--force')

  expect(said).toContain(`! ${APP}: fields.title.name: kept as you wrote it`)
  expect(mine).toContain('name: Ours')
  expect(await readFile(join(folder, APP), 'utf8')).toContain('name: Theirs again')
})

test('a file that people deleted stays deleted', async () => {
  const [folder, file] = [join(root, 'deleted'), await write(packed(trips(TITLE)))]
  await elma365('definitions', file, folder)
  await rm(join(folder, APP))

  await elma365('definitions', file, folder)

  expect(await readdir(join(folder, 'workspaces/hr'))).toEqual(['apps', 'workspace.yaml'])
  expect(await readdir(join(folder, 'workspaces/hr/apps'))).toEqual([])
})

test('a solution that no package made is left alone', async () => {
  const folder = await write({ 'solution.yaml': 'code: ours\nname: Ours\nversion: 1.0.0\n' })
  await expect(elma365('definitions', await write(packed(trips(TITLE))), folder)).rejects.toThrow(
    'has a solution that no package made',
  )
})
