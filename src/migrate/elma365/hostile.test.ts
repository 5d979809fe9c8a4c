import { expect, test } from 'vitest'
import {
  appEntity,
  around,
  field,
  linesOf,
  type Made,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from '../../../test/elma365.ts'
import { readJson } from './package/json.ts'
import { LIMITS } from './package/limits.ts'
import { readPackage } from './package/package.ts'
import { showText } from './show-text.ts'
import { hasSecret, isSecret, toCode } from './text.ts'

const { migrate, problemsIn, write } = await migrationFolder()

const BPMN = 'workspaces/hr/apps/trips/processes/approve.bpmn'
const withStep = (type: string, settings: object): Made => ({
  services: {
    appViews: [appEntity('hr', 'trips', [])],
    processor: [around(type, settings, { context: [field('text', 'STRING')] })],
  },
})

test.each(['__proto__', 'constructor'])('a form field called %s changes nothing', async (code) => {
  const items = [
    {
      ...{ id: START, type: 'start', name: '' },
      settings: { formFields: [{ code, required: true }] },
    },
    { id: 'end', type: 'end', name: '' },
  ]
  const transitions = [{ id: 'in', from: START, to: 'end' }]
  const process = processEntity('hr', 'go', { items, transitions })

  await migrate({ services: { processor: [process] } })

  expect({}).not.toHaveProperty('required')
  expect(Object).not.toHaveProperty('required')
})

test('names that every object has are names like others', async () => {
  const migrated = await migrate({
    services: {
      ...withStep('gateway', { type: 'constructor' }).services,
      constructor: [{ path: 'entities/a.json', body: {} }],
      enigmas: [{ path: 'entities/b.json', kind: 'constructor', body: {} }],
    },
  })

  expect(await problemsIn(migrated)).toEqual([])
  expect(textOf(migrated, BPMN)).toContain('<bpmn:exclusiveGateway id="e_step"')
  expect(showText(migrated.report).join('\n')).toContain('constructor')
})

const bindingOf = (target: string, value: unknown) => ({
  input: [{ source: { kind: 'manual', value }, target: { kind: 'context', value: target } }],
  ...{ output: [], namespace: 'ext_9', code: 'send' },
})

test.each([
  ['authorization', 'k4tz3'],
  ['access_key', 'k4tz3'],
  ['privateKey', 'k4tz3'],
  ['pwd', 'k4tz3'],
  ['config', { password: 'k4tz3' }],
  ['config', [{ deep: { apiToken: 'k4tz3' } }]],
  ['headers', [{ name: 'Authorization', value: 'k4tz3' }]],
  ['headers', 'Bearer k4tz3'],
  ['body', '{"password": "k4tz3"}'],
  ['url', 'https://me:k4tz3@example.com/'],
])('a fixed value for %s that looks like a secret is left out: %j', async (target, value) => {
  const migrated = await migrate(withStep('ca', bindingOf(target, value)))

  expect([...migrated.files.values()].join('\n')).not.toContain('k4tz3')
  expect(linesOf(migrated).join('\n')).not.toContain('k4tz3')
  expect(linesOf(migrated)).toContainEqual(
    expect.stringContaining(`: ${target}: its value looks like a secret, and is left out`),
  )
})

test.each(['author', 'authors', 'authorId', 'passport', 'keyword', 'text'])(
  '%s is not the name of a secret',
  (name) => {
    expect(isSecret(name)).toBe(false)
    expect(hasSecret({ [name]: 'Anna: 5' })).toBe(false)
  },
)

// Each of these would take minutes if its time grew with the square of its size.
const LONG = 300_000

test('a text that is never closed is read in no time', () => {
  expect(readJson(Buffer.from(`"${'\\"'.repeat(LONG)}`))).toBeUndefined()
})

test('a long text is read whole', () => {
  const text = 'a\\"['.repeat(3_000_000)
  expect(readJson(Buffer.from(JSON.stringify([text])))).toEqual([text])
})

test('a long code is cut', () => {
  expect(toCode(`a${'_'.repeat(LONG)}!a`)).toBe('a')
  expect(isSecret('a'.repeat(LONG))).toBe(false)
  expect(hasSecret(`${'//a:'.repeat(LONG)}${'token'.repeat(LONG)}${'token '.repeat(LONG)}`)).toBe(
    false,
  )
})

/** A package whose manifest names parts in a way that no tool does. */
const packageOf = (entities: unknown[]) =>
  write({
    'package.json': '{"title":"Trips"}',
    'appViews/manifest.json': JSON.stringify({ entities }),
    'appViews/entities/a.json': JSON.stringify({ text: 'x'.repeat(1000) }),
  })

test.each([
  ['the same part again and again', { path: 'entities/a.json' }],
  ['parts that are not there', { path: 'entities/none.json' }],
  ['nothing', {}],
])('a manifest that names %s is limited like parts', async (_, entity) => {
  const path = await packageOf(Array(60).fill(entity))

  await expect(readPackage(path, { ...LIMITS, parts: 50 })).rejects.toThrow('more than 50 parts')
})

test('a part that is named again counts with its size, and is read once', async () => {
  const path = await packageOf(Array(5).fill({ path: 'entities/a.json' }))

  const { components } = await readPackage(path)
  expect(components).toHaveLength(5)
  expect(new Set(components.map(({ body }) => body)).size).toBe(1)
  await expect(readPackage(path, { ...LIMITS, unpacked: 4000 })).rejects.toThrow(
    'unpacks to more than 4000 bytes',
  )
})
