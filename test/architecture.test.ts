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
  platform: ['lib', 'workers', 'documents', 'diagrams'],
  backup: ['lib', 'platform'],
  fields: ['lib', 'api', 'platform'],
  lists: ['lib', 'api', 'platform', 'fields'],
  definitions: ['lib', 'platform', 'engine', 'fields'],
  kinds: ['lib', 'platform', 'lists'],
  http: ['lib', 'api', 'platform'],
  operations: ['lib', 'api', 'fields', 'lists', 'definitions', 'engine'],
  areas: [
    ...['lib', 'api', 'platform', 'engine', 'sheets', 'documents', 'fields', 'lists'],
    ...['kinds', 'definitions', 'http', 'operations'],
  ],
  client: ['lib', 'api', 'operations'],
  demo: ['lib', 'platform', 'fields', 'definitions', 'areas', 'operations'],
  web: ['lib', 'api', 'client', 'operations'],
}
/** Where everything is put together. */
const TOP = ['app.ts', 'main.ts', 'commands']
/** Also run in the browser. */
const BROWSER = ['api', 'client', 'operations', 'web']

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
    ({ from, to }) => BROWSER.includes(partOf(from)) && /^(node:|pg$|fastify$)/.test(to),
  )

  expect(wrong.map(say)).toEqual([])
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
