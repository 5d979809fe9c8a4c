import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { applyCommand } from '../src/commands/apply.ts'
import { exportCommand } from '../src/commands/export.ts'
import { importBpmnCommand } from '../src/commands/import-bpmn.ts'
import { planCommand } from '../src/commands/plan.ts'
import { pullCommand } from '../src/commands/pull.ts'
import { pushCommand } from '../src/commands/push.ts'
import { testCommand } from '../src/commands/test-solution.ts'
import { decided, literal } from '../src/decisions/dmn.ts'
import { writeSource } from '../src/definitions/folder.ts'
import { readConfig } from '../src/platform/config.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { newDatabase } from './app.ts'
import { diagram, flow } from './process.ts'
import { appSolution, insertItems } from './solution.ts'

const connection = await newDatabase()
const root = await mkdtemp(join(tmpdir(), 'kontor-commands-'))
afterAll(() => rm(root, { recursive: true }))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'solution-'))
})

const { host, port, user, database } = connection
const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`

type Ended = { code: number; stdout: string; stderr: string }

const commands = {
  ...{ plan: planCommand, apply: applyCommand, export: exportCommand },
  ...{ pull: pullCommand, push: pushCommand, test: testCommand },
  ...{ 'import-bpmn': importBpmnCommand },
}

/** Runs a command in this process, and captures its output. */
async function kontor(name: keyof typeof commands, ...args: string[]): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const hear = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += stripVTControlCharacters(String(text))
      return true
    })
  const heard = [hear('stdout'), hear('stderr')]
  const config = readConfig({ DATABASE_URL: address })
  try {
    await commands[name](() => config).parseAsync(args, { from: 'user' })
    return { code: Number(process.exitCode ?? 0), ...said }
  } catch (error) {
    return { code: 1, ...said, stderr: `${said.stderr}kontor: ${(error as Error).message}\n` }
  } finally {
    process.exitCode = undefined
    for (const spy of heard) spy.mockRestore()
  }
}

async function write(code: string, yaml: string): Promise<void> {
  for (const { path, content } of appSolution(code, 'deals', yaml)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

const BOTH =
  'name: Deals # ours\nfields:\n  title: { name: T, type: STRING }\n  note: { name: N, type: STRING }\n'
const ONE = BOTH.replace(/ {2}note.*\n/, '')

test('a solution is planned, applied and exported', async () => {
  await write('all', BOTH)

  const plan = await kontor('plan', folder)
  const applied = await kontor('apply', folder)
  const again = await kontor('apply', folder)
  const out = join(root, 'all-out')
  const exported = await kontor('export', 'all', out)

  expect(plan.stdout).toContain('+ app all/deals\n    → table created\n')
  expect(plan.stdout).toContain(
    '3 to create, 0 to change, 0 to delete, 0 unchanged; 3 files different',
  )
  expect(applied.stdout).toContain('all is applied')
  expect(again.stdout).toContain('nothing changes')
  expect(exported.stdout).toContain(`3 files of all written to ${out}`)
  const path = 'workspaces/all/apps/deals.yaml'
  expect(await readFile(join(out, path), 'utf8')).toBe(await readFile(join(folder, path), 'utf8'))
})

test('blockers are shown, and the apply is refused', async () => {
  await write('blocked', BOTH)
  await kontor('apply', folder)
  const client = await connectClient(connection)
  const [id] = await insertItems(client, 'ws_blocked.deals', [{ note: 'kept' }])
  await client.end()
  await write('blocked', ONE)

  const plan = await kontor('plan', folder)
  const refused = await kontor('apply', folder)
  const allowed = await kontor('apply', folder, '--allow-loss')

  expect(plan.code).toBe(1)
  expect(plan.stdout).toContain(
    `✗ "note" still has 1 value (use --allow-loss to continue)\n        ${id}  kept\n`,
  )
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`app:blocked/deals "note" still has 1 value: ${id} kept\n`)
  expect(refused.stderr).toContain('kontor: the solution cannot be applied')
  expect(allowed.code).toBe(0)
})

test('every problem of a solution is on its own line', async () => {
  await write('wrong', BOTH.replace('name: Deals', 'nam: Deals').replace('STRING', 'STRNG'))

  const { code, stderr } = await kontor('plan', folder)

  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'workspaces/wrong/apps/deals.yaml:1:1 "name" is missing',
    'workspaces/wrong/apps/deals.yaml:1:1 unknown key "nam", did you mean "name"?',
    'workspaces/wrong/apps/deals.yaml:3:27 unknown type "STRNG", did you mean "STRING"?',
    'kontor: the solution is not valid',
  ])
})

test('with --json a plan is JSON', async () => {
  await write('json', BOTH)

  const { stdout } = await kontor('plan', folder, '--json')

  expect(JSON.parse(stdout)).toMatchObject({ solution: 'json', changes: [{}, {}, {}], effects: [] })
})

test('an export does not overwrite existing files', async () => {
  await write('taken', BOTH)
  await kontor('apply', folder)
  const out = join(root, 'taken-out')
  await cp(folder, out, { recursive: true })
  await writeFile(join(out, 'solution.yaml'), 'mine')

  const refused = await kontor('export', 'taken', out)
  const kept = await readFile(join(out, 'solution.yaml'), 'utf8')
  await kontor('export', 'taken', out, '--force')

  expect(refused.stderr).toContain('is not empty')
  expect(kept).toBe('mine')
  expect(await readFile(join(out, 'solution.yaml'), 'utf8')).toContain('code: taken')
})

test('a folder that is not a solution is refused', async () => {
  const { code, stderr } = await kontor('plan', folder)

  expect(code).toBe(1)
  expect(stderr).toContain('is not a solution: it has no solution.yaml')
})

test('the indexes of a big table are built before the command ends', async () => {
  await write('big', ONE)
  await kontor('apply', folder)
  const client = await connectClient(connection)
  await client.query(`
    insert into ws_big.deals ("__id", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy")
    select gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid()
    from generate_series(1, 10001)`)
  await write('big', ONE.replace('STRING', 'STRING, indexed: true'))

  await kontor('apply', folder)

  const { rows } = await client.query(
    `select indisvalid from pg_index where indrelid = 'ws_big.deals'::regclass
     and pg_get_indexdef(indexrelid) like '%title%'`,
  )
  await client.end()
  expect(rows).toEqual([{ indisvalid: true }])
})

test('nothing is written where git keeps its own', async () => {
  for (const path of ['.git/config', 'workspaces/a/.env', 'node_modules/a.js', '../a.yaml']) {
    const writing = writeSource(folder, path, Buffer.from('x'))
    await expect(writing, path).rejects.toThrow('no path of a solution')
  }
})

test('two checkouts pull and push, and neither overwrites the other', async () => {
  const app = 'workspaces/both/apps/deals.yaml'
  const other = join(root, 'other')
  await write('both', BOTH)
  const edit = async (place: string, from: string, to: string) => {
    const text = await readFile(join(place, app), 'utf8')
    await writeFile(join(place, app), text.replace(from, to))
  }

  const first = await kontor('push', folder, '--comment', 'First')
  const unnamed = await kontor('pull', other)
  const pulled = await kontor('pull', other, '--solution', 'both')
  await edit(other, 'name: T', 'name: Title')
  const second = await kontor('push', other)
  await edit(folder, 'name: N', 'name: Note')
  const behind = await kontor('push', folder)
  const merged = await kontor('pull', folder)
  const third = await kontor('push', folder)
  await writeFile(join(other, 'README.md'), 'Ours')
  await edit(other, 'name: N', 'name: Remark')
  const clash = await kontor('pull', other)
  const forced = await kontor('pull', other, '--force')

  expect(first.stdout).toContain('both is at version 1')
  expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('--solution') })
  expect(pulled.stdout).toContain(`+ ${app}`)
  expect(second.stdout).toContain('both is at version 2')
  expect(behind).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run kontor pull first'),
  })
  expect(merged.stdout).toBe(`~ ${app}\n${folder} has version 2 of both\n`)
  expect(third.stdout).toContain('both is at version 3')
  expect(clash).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${app}: fields.note.name`),
  })
  expect(forced.code).toBe(0)
  const wanted = BOTH.replace('name: T', 'name: Title').replace('name: N', 'name: Note')
  expect(await readFile(join(other, app), 'utf8')).toBe(wanted)
  expect(await readFile(join(other, 'README.md'), 'utf8')).toBe('Ours')
  const again = await kontor('push', other)
  await rm(join(folder, app))
  const gone = await kontor('push', folder, '--force')
  await kontor('pull', other)
  expect(again.stdout).toContain('both is at version 4')
  expect(gone.stdout).toContain('both is at version 5')
  await expect(readFile(join(other, app))).rejects.toThrow('ENOENT')
})

test('cases of decisions run without a server', async () => {
  await write('cases', 'name: Deals\nfields: {}\n')
  const place = join(folder, 'workspaces/cases/decisions')
  await mkdir(place)
  await writeFile(join(place, 'x.yaml'), 'name: X\n')
  await writeFile(join(place, 'x.dmn'), decided(literal('a * 2')))
  await writeFile(join(place, 'x.cases.yaml'), 'cases: [{ given: { a: 2 }, expect: 4 }]\n')

  const good = await kontor('test', folder)
  await writeFile(join(place, 'x.cases.yaml'), 'cases: [{ given: { a: 2 }, expect: 5 }]\n')
  const bad = await kontor('test', folder)

  expect(good).toEqual({
    code: 0,
    stderr: '',
    stdout: '1 decisions, 1 with cases; 0 processes, 0 with cases; 0 errors\n',
  })
  expect(bad).toMatchObject({
    code: 1,
    stderr: 'workspaces/cases/decisions/x.cases.yaml:1:9 case 1: expected 5, got 4\n',
  })
})

test('cases of processes run without a server, with scripts, decisions and calendars', async () => {
  await write('timed', 'name: Deals\nfields: {}\n')
  const [decisions, processes] = ['decisions', 'processes'].map((name) =>
    join(folder, 'workspaces/timed', name),
  ) as [string, string]
  for (const place of [decisions, processes, join(folder, 'calendars')]) {
    await mkdir(place, { recursive: true })
  }
  await writeFile(join(decisions, 'x.yaml'), 'name: X\n')
  await writeFile(join(decisions, 'x.dmn'), decided(literal('a * 2')))
  const free = 'days: { 2026-01-05: [] }\ndefault: true\n'
  await writeFile(join(folder, 'calendars/all.yaml'), `name: All\nzone: UTC\n${free}`)
  const fields = '{ a: { name: A, type: FLOAT }, x: { name: X, type: FLOAT } }'
  await writeFile(join(processes, 'p.yaml'), `name: P\nvariables: ${fields}\n`)
  await writeFile(
    join(processes, 'p.bpmn'),
    diagram(`<startEvent id="s"/><scriptTask id="one"><script>return { a: 1 }</script></scriptTask>
      <businessRuleTask id="two" kontor:decision="timed/x"/>
      <intermediateCatchEvent id="later"><timerEventDefinition><timeDuration>1 working day</timeDuration>
      </timerEventDefinition></intermediateCatchEvent><endEvent id="e"/>
      ${flow('s -> one -> two -> later -> e')}`),
  )
  const test = (day: string) => `cases:
  - steps: [{ pass: 2026-01-${day}T08:59:00Z }, { expect: { state: wait } }, { pass: PT1M }]
    expect: { state: done, variables: { x: 2 } }
`
  await writeFile(join(processes, 'p.cases.yaml'), test('07'))

  const good = await kontor('test', folder)
  await writeFile(join(processes, 'p.cases.yaml'), test('06'))
  const bad = await kontor('test', folder)

  expect(good).toEqual({
    code: 0,
    stderr: '',
    stdout: '1 decisions, 0 with cases; 1 processes, 1 with cases; 0 errors\n',
  })
  expect(bad.stderr).toBe(
    'workspaces/timed/processes/p.cases.yaml:2:5 case 1: expected the state done, got wait\n',
  )
})

test('a diagram of another engine is written anew, with a report beside it', async () => {
  const file = join(folder, 'order.bpmn')
  const foreign = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
    <process id="p" isExecutable="true"><startEvent id="s"/><userTask id="t" camunda:assignee="demo"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="t"/></process></definitions>`
  await writeFile(file, foreign)

  const { code, stdout } = await kontor('import-bpmn', file)
  const none = await kontor('import-bpmn', file, '--output', file)
  await writeFile(file, 'hello')
  const wrong = await kontor('import-bpmn', file)

  expect({ code, first: stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: '# Import: 1 taken, 0 changed, 0 not understood',
  })
  expect(await readFile(join(folder, 'order.kontor.bpmn'), 'utf8')).toContain(
    'kontor:performer="user:demo"',
  )
  expect(stdout).toContain(await readFile(join(folder, 'order.kontor.report.md'), 'utf8'))
  expect(none.stderr).toContain('the diagram would be overwritten')
  expect(wrong.stderr).toContain('is not BPMN 2.0 XML')
})
