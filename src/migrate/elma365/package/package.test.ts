import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Made,
  packageFolder,
  packed,
  unpacked,
  type ZipEntry,
  zipOf,
} from '../../../../test/elma365.ts'
import { LIMITS } from './limits.ts'
import { readPackage } from './package.ts'

const { write } = await packageFolder()

const APP = { name: 'Trips', code: 'trips', namespace: 'hr', fields: [] }
const MADE: Made = {
  services: {
    appViews: [
      {
        path: 'entities/hr/trips.json',
        kind: 'appView',
        namespace: 'hr',
        code: 'trips',
        body: APP,
        resources: [{ kind: 'po', path: 'resources/trips.po', content: 'texts' }],
      },
    ],
    serials: [{ path: 'entities/hr/trips/__default.json', body: { nextValue: 7 } }],
  },
}

const HEAD: ZipEntry = { name: 'package.json', content: '{"title":"Trips"}' }

test('a package file and its unpacked folder hold the same', async () => {
  const [file, folder] = [await write(packed(MADE)), await write(unpacked(MADE))]

  const read = await readPackage(file)

  expect(await readPackage(folder)).toEqual(read)
  expect(read.unread).toEqual([])
  expect(read.components).toMatchObject([
    { service: 'appViews', kind: 'appView', namespace: 'hr', code: 'trips', body: APP },
    { service: 'serials', kind: 'serial', body: { nextValue: 7 } },
  ])
  expect(read.components[0]?.resources[0]?.content.toString()).toBe('texts')
})

test('names with a leading slash, backslashes and a byte order mark are as good', async () => {
  const manifest = { entities: [{ path: 'entities/hr/trips.json', kind: 'appView' }] }
  const file = await write(
    zipOf([
      { name: '/package.json', content: '\uFEFF{"title":"Trips"}' },
      { name: '\\appViews\\manifest.json', content: JSON.stringify(manifest) },
      { name: '/appViews/entities/hr/trips.json', content: JSON.stringify(APP) },
    ]),
  )

  const { head, components } = await readPackage(file)

  expect(head.title).toBe('Trips')
  expect(components).toMatchObject([{ service: 'appViews', body: APP }])
})

const hostile: [what: string, entries: ZipEntry[], message: RegExp][] = [
  ['a name that climbs out', [{ name: 'a/../../b', content: '' }], /leads out of it/],
  ['a name that climbs out with backslashes', [{ name: 'a\\..\\b', content: '' }], /leads out/],
  ['the path of another machine', [{ name: '//host/b', content: '' }], /leads out of it/],
  ['the path of a drive', [{ name: 'C:\\b', content: '' }], /leads out of it/],
  ['a link', [{ name: 'b', content: '/etc/passwd', mode: 0o120777 }], /has a link: "b"/],
  [
    'one name twice',
    [
      { name: 'a', content: '1' },
      { name: '/a', content: '2' },
    ],
    /has "a" twice/,
  ],
  [
    'one name in two cases',
    [
      { name: 'a/B.json', content: '1' },
      { name: 'A/b.json', content: '2' },
    ],
    /has "A\/b.json" twice/,
  ],
  ['a bomb', [{ name: 'b', content: Buffer.alloc(2 * 1024 ** 2) }], /200 times its packed size/],
  ['more than an entry says', [{ name: 'b', content: 'x'.repeat(5000), size: 10 }], /damaged/],
]

test.each(hostile)('a package with %s is refused', async (_, entries, message) => {
  const file = await write(zipOf([HEAD, ...entries]))
  await expect(readPackage(file)).rejects.toThrow(message)
})

test('archives inside of a package are as limited as the package', async () => {
  const bomb = zipOf([{ name: 'b', content: Buffer.alloc(2 * 1024 ** 2) }])
  const file = await write(zipOf([HEAD, { name: 'appViews.zip', content: bomb }]))
  await expect(readPackage(file)).rejects.toThrow('200 times its packed size')
})

const limited = [
  [{ parts: 3 }, 'the package has more than 3 parts'],
  [{ unpacked: 100 }, 'the package unpacks to more than 100 bytes'],
  [{ part: 50 }, 'has more than 50 bytes'],
  [{ archive: 50 }, 'the package has more than 50 bytes'],
] as const

test.each(limited)('a package beyond %j is refused', async (limit, message) => {
  const file = await write(packed(MADE))
  await expect(readPackage(file, { ...LIMITS, ...limit })).rejects.toThrow(message)
})

test('a folder is limited and has no links', async () => {
  const folder = await write(unpacked(MADE))
  await expect(readPackage(folder, { ...LIMITS, parts: 3 })).rejects.toThrow('more than 3 parts')

  await symlink('/etc/passwd', join(folder, 'appViews', 'link'))

  await expect(readPackage(folder)).rejects.toThrow('the package has a link: "appViews/link"')
})

test('a package of too many parts is refused before one of them is unpacked', async () => {
  const entries = [
    HEAD,
    ...['a', 'b', 'c', 'd'].map((name) => ({ name, content: name.repeat(99) })),
  ]
  const archive = zipOf(entries)
  // The first part cannot be unpacked any more.
  archive.fill(0xff, 30 + HEAD.name.length, 40 + HEAD.name.length)
  const file = await write(archive)

  await expect(readPackage(file)).rejects.toThrow('damaged')
  await expect(readPackage(file, { ...LIMITS, parts: 3 })).rejects.toThrow('more than 3 parts')
})

test('what is encrypted is named, and the rest is read', async () => {
  const manifest = {
    entities: [{ path: 'entities/a.json' }, { path: 'entities/b.json' }],
  }
  const service = zipOf([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'entities/a.json', content: '{}', isEncrypted: true },
    { name: 'entities/b.json', content: '{"code":"b"}' },
  ])
  const paid = zipOf([{ name: 'data', content: 'f7s8d' }])
  const file = await write(
    zipOf([
      HEAD,
      { name: 'appViews.zip', content: service },
      { name: 'processor.zip', content: paid },
    ]),
  )

  const { components, unread } = await readPackage(file)

  expect(components).toMatchObject([{ path: 'entities/b.json', body: { code: 'b' } }])
  expect(unread).toMatchObject([
    { part: 'appViews/entities/a.json', why: expect.stringContaining('it is encrypted') },
    { part: 'processor', why: expect.stringContaining('it is encrypted') },
  ])
})

test('a package that is encrypted as a whole says so', async () => {
  const file = await write(zipOf([{ name: 'data', content: 'f7s8d' }]))
  await expect(readPackage(file)).rejects.toThrow('the package cannot be read: it is encrypted')
})

test('what is no JSON is named without a word of it', async () => {
  const made: Made = {
    services: {
      appViews: [
        { path: 'entities/a.json', body: '{"token": s3cr3t}' },
        { path: 'entities/b.json', body: Buffer.from([0x22, 0xff, 0x22]) },
        { path: 'entities/c.json', body: {} },
        { path: 'entities/d.json', body: `${'['.repeat(300)}${']'.repeat(300)}` },
      ],
    },
  }
  const files = unpacked(made)
  delete files['appViews/entities/c.json']
  files['groups/manifest.json'] = '{"entities": [s3cr3t'

  const { components, unread } = await readPackage(await write(files))

  expect(components).toEqual([])
  expect(unread).toEqual([
    { part: 'appViews/entities/a.json', why: 'it is no JSON as packages have it' },
    { part: 'appViews/entities/b.json', why: 'it is no JSON as packages have it' },
    {
      part: 'appViews/entities/c.json',
      why: 'the manifest names it, but it is not in the package',
    },
    { part: 'appViews/entities/d.json', why: 'it is no JSON as packages have it' },
    { part: 'groups/manifest.json', why: 'it is no JSON as packages have it' },
  ])
})

test('brackets in texts are no depth', async () => {
  const body = { text: `\\"${'['.repeat(300)}` }
  const { components } = await readPackage(
    await write(unpacked({ services: { appViews: [{ path: 'entities/a.json', body }] } })),
  )
  expect(components).toMatchObject([{ body }])
})

test('names that would speak to a terminal are shown as text', async () => {
  const file = await write(zipOf([HEAD, { name: 'b\u001b[31m', content: '/x', mode: 0o120777 }]))
  await expect(readPackage(file)).rejects.toThrow('has a link: "b\\u001b[31m"')
})

test('what is no package says so', async () => {
  const wrong = await write({ 'package.json': '{"token": s3cr3t}' })
  await expect(readPackage(wrong)).rejects.toThrow(
    'this is no package: its package.json is no JSON object',
  )
  await expect(readPackage(await write({ 'a.txt': '' }))).rejects.toThrow('it has no package.json')
  await expect(readPackage(await write(Buffer.from('PK')))).rejects.toThrow('is no archive')
  await expect(readPackage('/nonexistent.e365')).rejects.toThrow('package not found')
})
