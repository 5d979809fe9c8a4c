/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isStale, kinds, linkToObject, objectAt, staleKeys } from './kinds.ts'
import { admin } from './texts/en/admin.ts'

const ID = '0192f000-0000-7000-8000-00000000000a'
const DEALS = { namespace: 'crm', code: 'deals' }

/** The object of an event: `task:${id}`. */
const OBJECT = /\bobject\w*\b[^\n`'"]{0,60}[`']([a-z_.]+)(?::\$\{|',)/g
/** A kind that an area declares. */
const DECLARED = /^ {2}name: '([a-z_]+)',$/gm

function kindsOfServer(): string[] {
  const root = join(import.meta.dirname, '..', 'src')
  const paths = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const found = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const objects = /\bemit\b/.test(text) ? [...text.matchAll(OBJECT)] : []
    const declared = /\bkinds?\.ts$/.test(path) ? [...text.matchAll(DECLARED)] : []
    return [...objects, ...declared].map(([, name = '']) => name)
  })
  return [...new Set(found)].toSorted()
}

test('every kind of object that the server has events about is known here', () => {
  const served = kindsOfServer()

  expect(served.length).toBeGreaterThan(25)
  expect(served.filter((name) => !kinds.has(name))).toEqual([])
})

test('every kind has a name for people', () => {
  const words: Record<string, string> = admin.objects
  const nameless = [...kinds.keys()].filter((name) => !((name.split('.')[0] ?? '') in words))

  expect(nameless).toEqual([])
})

test.each([
  [`item:crm/deals/${ID}`, `/apps/crm/deals/${ID}`],
  [`task:${ID}`, `/task/${ID}`],
  [`instance:${ID}`, `/instances/${ID}`],
  [`channel:${ID}`, `/channels/${ID}`],
  [`file:${ID}`, `/file/${ID}`],
  [`directory:${ID}`, `/files/${ID}`],
  [`user:${ID}`, `/people/${ID}`],
  [`group:${ID}`, `/people/groups/${ID}`],
  [`segment:${ID}`, `/marketing/${ID}`],
  [`webhook:${ID}`, `/admin/webhooks/${ID}`],
])('%s is shown at %s, and found by that address', (object, address) => {
  expect(linkToObject(object)).toBe(address)
  expect(objectAt(`https://kontor.example${address}?tab=files`)).toBe(object)
})

test('what has no page has no link, and other text means itself', () => {
  expect(linkToObject(`token:${ID}`)).toBeUndefined()
  expect(linkToObject('something else')).toBeUndefined()
  expect(objectAt(' item:crm/deals ')).toBe('item:crm/deals')
})

const CASES: [name: string, event: Parameters<typeof isStale>[1], Record<string, boolean>][] = [
  [
    'an item',
    { type: 'app.item.updated', object: `item:crm/deals/${ID}`, ...DEALS },
    {
      'apps.listItems': true,
      'apps.statusSettings': false,
      'docflow.list': true,
      'tasks.listIncoming': false,
    },
  ],
  [
    'a new file',
    { type: 'disk.file.created', object: `file:${ID}` },
    { 'disk.getDirectory': true, 'messages.activity': false },
  ],
  [
    'a renamed file',
    { type: 'disk.file.renamed', object: `file:${ID}` },
    { 'disk.getDirectory': true, 'messages.activity': true },
  ],
  [
    'a task',
    { type: 'task.created', object: `task:${ID}` },
    { 'tasks.form': true, 'apps.getItem': true, 'apps.listItems': false },
  ],
  [
    'a department',
    { type: 'org_unit.updated', object: `org_unit:${ID}` },
    { 'users.getOrgChart': true, 'tasks.form': false },
  ],
  [
    'a notification',
    { type: 'notification.created', object: `user:${ID}` },
    { 'notifications.list': true, 'users.getOrgChart': false },
  ],
  ['an unknown kind', { type: 'moon.rose', object: `moon:${ID}` }, { 'apps.listItems': false }],
]

test.each(CASES)('an event about %s makes stale what shows it', (_, event, answers) => {
  for (const [answer, expected] of Object.entries(answers)) {
    const [area = '', operation = ''] = answer.split('.')
    expect([answer, isStale([area, operation, {}], event)]).toEqual([answer, expected])
  }
})

test('whoever changes objects refreshes what an event about them would, each of it once', () => {
  expect(staleKeys(['comment', 'message'])).toEqual([['messages']])
  expect(staleKeys(['task'])).toContainEqual(['apps', 'getItem'])
  expect(staleKeys([])).toEqual([])
})

test('answers about another item than the one that changed, or was talked about, are still good', () => {
  const other = { ...DEALS, id: '0192f000-0000-7000-8000-00000000000b' }
  const changed = { type: 'app.item.updated', object: `item:crm/deals/${ID}`, ...DEALS }
  const data = { stream: `item:crm/deals/${ID}` }
  const said = { type: 'message.created', object: `message:${other.id}`, ...DEALS, data }
  const get = (params: Record<string, string>) => ['apps', 'getItem', { params }] as const
  const feed = (params: Record<string, string>) => ['messages', 'activity', { params }] as const
  const comments = { ...DEALS, target: ID, id: other.id }

  expect([get({ ...DEALS, id: ID }), get(other)].map((each) => isStale(each, changed))).toEqual([
    true,
    false,
  ])
  expect([feed({ ...DEALS, id: ID }), feed(other)].map((each) => isStale(each, changed))).toEqual([
    true,
    false,
  ])
  expect([feed({ ...DEALS, id: ID }), feed(other)].map((each) => isStale(each, said))).toEqual([
    true,
    false,
  ])
  expect(isStale(['messages', 'listComments', { params: comments }], said)).toBe(true)
})

test('answers about another app than the one that changed are still good', () => {
  const event = { type: 'app.item.updated', object: `item:crm/deals/${ID}`, ...DEALS }
  const list = (params: Record<string, string>) => ['apps', 'listItems', { params }] as const

  expect(isStale(list(DEALS), event)).toBe(true)
  expect(isStale(list({ namespace: 'crm', code: 'leads' }), event)).toBe(false)
  // Deals may link to a lead.
  const related = { params: { namespace: 'crm', code: 'leads', id: ID } }
  const isRelatedStale = (answer?: { apps: string[] }) =>
    isStale(['apps', 'related', related], event, answer)
  expect(isRelatedStale()).toBe(true)
  expect(isRelatedStale({ apps: ['crm/leads', 'crm/deals'] })).toBe(true)
  expect(isRelatedStale({ apps: ['crm/leads'] })).toBe(false)
})
