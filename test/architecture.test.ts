import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** What a part may import besides itself. docs/architecture.md draws it. */
const PARTS: Record<string, string[]> = {
  lib: [],
  api: ['lib'],
  engine: ['lib'],
  sheets: ['lib', 'workers'],
  workers: ['lib'],
  documents: ['lib', 'workers'],
  diagrams: ['lib', 'workers', 'engine'],
  decisions: ['lib', 'workers'],
  texts: ['lib', 'workers'],
  platform: ['lib', 'workers', 'documents', 'diagrams', 'decisions', 'texts'],
  backup: ['lib', 'platform'],
  fields: ['lib', 'api', 'platform'],
  lists: ['lib', 'api', 'platform', 'fields'],
  definitions: ['lib', 'platform', 'engine', 'fields'],
  kinds: ['lib', 'platform', 'lists'],
  http: ['lib', 'api', 'platform'],
  operations: ['lib', 'api', 'fields', 'lists', 'definitions', 'engine'],
  areas: [
    ...[
      'lib',
      'api',
      'platform',
      'engine',
      'sheets',
      'documents',
      'decisions',
      'texts',
      'fields',
      'lists',
    ],
    ...['kinds', 'definitions', 'http', 'operations'],
  ],
  client: ['lib', 'api', 'operations'],
  demo: ['lib', 'platform', 'fields', 'definitions', 'areas', 'operations'],
  mcp: ['lib', 'client', 'operations'],
  migrate: ['lib', 'platform', 'engine', 'fields', 'definitions', 'client', 'operations'],
  web: ['lib', 'api', 'client', 'operations', 'engine'],
}
/** Where everything is put together. */
const TOP = ['app.ts', 'app', 'main.ts', 'commands']
/** Also run in the browser. */
const BROWSER = ['api', 'client', 'operations', 'engine', 'web']
/** Tests read diagrams with it; the console has its own way to the library. */
const NOT_IN_BROWSER = /^src\/engine\/(models\/|expressions\/library\.ts)/

type Import = { from: string; to: string; isType: boolean }

const files = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith('web/dist'),
)
const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  const found = text.matchAll(/^(import|export)( type)?\b[^'"]*?from '([^']+)'/gms)
  return Array.from(found, ([, , type, path = '']) => ({
    from,
    to: path.startsWith('.') ? join(dirname(from), path) : path,
    isType: type !== undefined,
  }))
})

function partOf(path: string): string {
  if (path.startsWith('web/')) return 'web'
  if (/^src\/areas\/.*operations\.ts$/.test(path)) return 'operations'
  return path.split('/')[1] ?? ''
}
const isOurs = ({ to }: Import) => /^(src|web)\//.test(to)
const say = ({ from, to }: Import) => `${from} imports ${to}`

test('imports go one way', () => {
  const wrong = imports.filter((each) => {
    const [from, to] = [partOf(each.from), partOf(each.to)]
    if (!isOurs(each) || from === to || TOP.includes(from)) return false
    return !PARTS[from]?.includes(to)
  })

  expect(imports.length).toBeGreaterThan(1000)
  expect(wrong.map(say)).toEqual([])
})

test('what also runs in the browser needs nothing of the server', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      BROWSER.includes(partOf(from)) &&
      !NOT_IN_BROWSER.test(from) &&
      /^(node:|pg$|fastify$)/.test(to),
  )

  expect(wrong.map(say)).toEqual([])
})

/** A name says what a thing is, not what was done to it. */
const VAGUE =
  /\b(?:type|interface|class) \w*(?:Place|Wanted|Asked|Found|Kept|Told)\b[^,]|\b(?:const|function) (?:Place|Wanted|Asked|Found|Kept|Told)\b[^,]|[<,] ?(?:Place|Wanted|Asked|Found|Kept|Told)(?:,| extends|>)/

test('types, classes and components have names that say what they are', () => {
  const everything = globSync(['{src,test,bench,scripts}/**/*.ts', 'web/**/*.{ts,tsx}'], {
    cwd: ROOT,
    exclude: ['web/dist/**'],
  })
  const vague = everything.flatMap((path) => {
    const [name] = VAGUE.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
    return name === undefined ? [] : `${path}: ${name}`
  })

  expect(vague).toEqual([])
})

const VAGUE_FILE = /[/-](?:kept|known|standing|told|weighed|wanted|asked|found|seen)[.-]/

test('files of the server have names that say what is in them', () => {
  const vague = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => VAGUE_FILE.test(path))

  expect(vague).toEqual([])
})

const areaOf = (path: string) => /^src\/areas\/([^/]+)\//.exec(path)?.[1]
const layerOf = (path: string) =>
  /\/(store|routes|operations)(\.ts|\/)/.exec(path)?.[1] ?? 'service'

test('inside an area routes stand on services, services on stores, stores on the database', () => {
  const wrong = imports.filter((each) => {
    const { from, to } = each
    if (areaOf(from) === undefined || !isOurs(each)) return false
    const isOther = areaOf(to) !== areaOf(from)
    switch (layerOf(from)) {
      case 'store':
        return partOf(to) === 'http' || layerOf(to) === 'routes' || to.endsWith('/service.ts')
      case 'service':
        return (
          partOf(to) === 'http' || layerOf(to) === 'routes' || (isOther && layerOf(to) === 'store')
        )
      default:
        return isOther && ['store', 'routes'].includes(layerOf(to))
    }
  })

  expect(wrong.map(say)).toEqual([])
})

test('no two areas need each other', () => {
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [area, other] = [areaOf(from), areaOf(to)]
    if (area && other && area !== other) needs.set(area, (needs.get(area) ?? new Set()).add(other))
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(needs.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  const knots = [...needs].flatMap(([area, others]) =>
    [...others].filter((other) => reaches(other, area)).map((other) => [area, other]),
  )

  expect([...new Set(knots.flat())].sort()).toEqual([])
})

const areaFiles = files
  .filter((path) => areaOf(path) !== undefined)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Files of areas that write SQL and are no stores, and why. */
const WRITES_SQL: Record<string, string> = {
  'src/areas/contracts/source.ts': 'puts the sources of several apps together',
  'src/areas/reports/builder.ts': 'writes the query of a report from its definition',
  'src/areas/reports/query.ts': 'writes the query of a report from its definition',
  'src/areas/reports/service.ts': 'binds the parameters of a report',
  'src/areas/solutions/convert.ts': 'writes the change of an app table from its definition',
  'src/areas/solutions/prepare.ts': 'writes the change of an app table from its definition',
  'src/areas/solutions/prepared.ts': 'writes the change of an app table from its definition',
  'src/areas/solutions/tables.ts': 'writes the app table from its definition',
}

test('folders are made by makeFolder, because mkdir with `recursive` may never return', () => {
  const isRecursive = (path: string) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return (
      /\bmkdir(Sync)?\b/.test(text) && /\brecursive\b/.test(text.replaceAll(/\/\*\*.*?\*\//gs, ''))
    )
  }

  expect(files.filter(isRecursive)).toEqual([])
})

test('only stores write SQL', () => {
  const found = areaFiles.filter(
    ({ path, text }) => layerOf(path) !== 'store' && /\bsql[`<]|\braw\(/.test(text),
  )

  expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(WRITES_SQL))
})

/** Tables that more than one area names: who else does, and why they cannot ask the owner. */
const SHARED: Record<string, [owner: string, others: Record<string, string>]> = {
  definitions: ['solutions', { processes: 'the name of the process of each row, in its list' }],
  events: [
    'audit',
    {
      messages: 'events and messages of a feed in one order and one page',
      search: 'how far the index is behind the log',
      system: 'how long the log is',
      webhooks: 'deliveries with their events, in one query',
    },
  ],
  grants: ['access', { apps: 'rights as a part of WHERE', disk: 'rights as a part of WHERE' }],
  group_members: ['people', { access: 'the first administrator, before there is anybody' }],
  org_units: ['people', { apps: 'names in imported files, looked up in one query' }],
  plain_tasks: ['processes', { disk: 'the files of tasks, rights as a part of WHERE' }],
  process_versions: ['solutions', { processes: 'the name of the version of each row' }],
  report_access: ['reports', { system: 'sealed values, sealed again with a new key' }],
  session_origins: ['people', { system: 'sealed values, sealed again with a new key' }],
  sign_in_policy: [
    'people',
    { access: 'whether a password is enough, in the query that finds it' },
  ],
  authenticator_apps: ['access', { system: 'sealed values, sealed again with a new key' }],
  sign_in_attempts: ['access', { system: 'sealed values, sealed again with a new key' }],
  workspace_secrets: ['apps', { system: 'sealed values, sealed again with a new key' }],
  sign_in_providers: ['people', { system: 'sealed values, sealed again with a new key' }],
  settings: [
    'system',
    {
      disk: 'the key of links',
      notifications: 'the key of messages to browsers',
      solutions: 'which built-in solutions were applied last',
    },
  ],
  units: ['people', { access: 'whether a grant is to somebody who is there' }],
  units_around: [
    'people',
    { access: 'the groups of a caller, in the query that finds the caller' },
  ],
  members_within: ['people', { messages: 'everybody in a channel, through groups' }],
  users: [
    'people',
    {
      access: 'credentials are columns of the user',
      apps: 'names in imported files, looked up in one query',
      messages: 'everybody in a channel, through groups',
      notifications: 'only to people who can still sign in',
      reports: 'the time zone of who scheduled a report',
    },
  ],
  webhooks: ['webhooks', { system: 'sealed values, sealed again with a new key' }],
}

test('a table is named in one area', () => {
  const areas = new Map<string, Set<string>>()
  for (const { path, text } of areaFiles) {
    for (const [, table = ''] of text.matchAll(/\bkontor\.([a-z_]+)/g)) {
      areas.set(table, (areas.get(table) ?? new Set()).add(areaOf(path) ?? ''))
    }
  }
  const shared = [...areas].filter(([, all]) => all.size > 1)

  const known = Object.entries(SHARED).map(([table, [owner, others]]): [string, string[]] => [
    table,
    [owner, ...Object.keys(others)].toSorted(),
  ])
  expect(Object.fromEntries(shared.map(([table, all]) => [table, [...all].toSorted()]))).toEqual(
    Object.fromEntries(known),
  )
})

/** Longer ones have more than one noun. */
const MOST_LINES = { 'src/areas/**/*operations.ts': 300, '{src,test,web}/**/*.test.ts': 400 }

test.each(Object.entries(MOST_LINES))('%s has at most %i lines', (pattern, most) => {
  const found = globSync(pattern, { cwd: ROOT }).map((path) => ({
    path,
    lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1,
  }))

  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ lines }) => lines > most)).toEqual([])
})
