import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { invalid, notFound, tooLarge } from '../../../lib/errors.ts'
import { isMissing } from '../../../platform/files/disk.ts'
import { type Archive, readArchive } from './archive.ts'
import { readParts } from './folder.ts'
import { readJson } from './json.ts'
import { kindOf } from './kinds.ts'
import { type Allowance, allowanceOf, LIMITS, type Limits } from './limits.ts'
import { type Parts, partName } from './parts.ts'

/** What a package says about itself. Its tokens and hashes are not read. */
const Head = z.looseObject({
  title: z.string().catch(''),
  code: z.string().catch(''),
  type: z.string().catch(''),
  description: z.string().catch(''),
  groups: z.array(z.unknown()).catch([]),
  services: z.record(z.string(), z.looseObject({ path: z.string().catch('') })).catch({}),
})
export type Head = Pick<z.output<typeof Head>, 'title' | 'code' | 'type' | 'description' | 'groups'>

const Entity = z.looseObject({
  name: z.string().catch(''),
  kind: z.string().catch(''),
  path: z.string().min(1),
  namespace: z.string().catch(''),
  code: z.string().catch(''),
  resources: z
    .array(z.looseObject({ kind: z.string().catch(''), path: z.string().min(1) }))
    .nullish()
    .catch(null),
})
const Manifest = z.looseObject({ entities: z.array(z.unknown()).nullish() })

type Resource = { kind: string; path: string; content: Buffer }

/** One thing that a package brings, as its manifest lists it. */
export type Component = {
  service: string
  kind: string
  path: string
  namespace: string
  code: string
  name: string
  /** The JSON of its file. */
  body: unknown
  resources: Resource[]
}

/** A part that could not be read. */
export type Unread = { part: string; why: string }

export type Package = { head: Head; components: Component[]; unread: Unread[] }

/** Reads a package file, or the folder that one was unpacked into. */
export async function readPackage(path: string, limits: Limits = LIMITS): Promise<Package> {
  const allowance = allowanceOf(limits)
  const found = await stat(path).catch((error: unknown) => {
    throw isMissing(error) ? notFound('package', path) : error
  })
  if (found.isDirectory()) {
    return readAll({ parts: await readParts(path, allowance), encrypted: [] }, allowance)
  }
  if (found.size > limits.archive) {
    throw tooLarge(`the package has more than ${limits.archive} bytes`)
  }
  return readAll(await readArchive(path, await readFile(path), allowance), allowance)
}

async function readAll({ parts, encrypted }: Archive, allowance: Allowance): Promise<Package> {
  const unread = encrypted.map((part): Unread => ({ part, why: ENCRYPTED }))
  const head = readHead(parts)
  const services = await openServices(parts, { head, allowance, unread })
  const unreadable = new Set(unread.map(({ part }) => part))
  const components = [...services].flatMap(([service, parts]) =>
    readService(service, { parts, unread, unreadable, allowance, bodies: new Map() }),
  )
  return { head, components: components.sort(byPlace), unread: unread.sort(byPart) }
}

const ENCRYPTED = 'it is encrypted: export it again without paid parts, or bring its parts by hand'

function readHead(parts: Parts): z.output<typeof Head> {
  const content = parts.get('package.json')
  if (!content && isOpaque(parts)) {
    throw invalid(`the package cannot be read: ${ENCRYPTED}`)
  }
  if (!content) throw invalid('this is no package: it has no package.json')
  const value = readJson(content)
  const { data } = Head.safeParse(value)
  if (!data) throw invalid('this is no package: its package.json is no JSON object')
  return data
}

/** Packages with paid parts are one entry that nobody else can open. */
const isOpaque = (parts: Parts): boolean => parts.size === 1 && parts.has('data')

type Opening = { head: z.output<typeof Head>; allowance: Allowance; unread: Unread[] }

/** The parts of each service: in an archive of its own, or in a folder. */
async function openServices(
  parts: Parts,
  { head, allowance, unread }: Opening,
): Promise<Map<string, Parts>> {
  const archives = new Map(
    [...parts.keys()]
      .filter((name) => /^[^/]+\.zip$/i.test(name))
      .map((name) => [name, name.replace(/\.zip$/i, '')]),
  )
  for (const [service, { path }] of Object.entries(head.services)) {
    if (path !== '' && parts.has(partName(path))) archives.set(partName(path), service)
  }
  const services = Map.groupBy(
    [...parts].filter(([name]) => name.includes('/')),
    ([name]) => name.slice(0, name.indexOf('/')),
  )
  const opened = new Map(
    Array.from(services, ([service, own]) => [
      service,
      new Map(own.map(([name, content]) => [name.slice(service.length + 1), content])),
    ]),
  )
  for (const [name, service] of archives) {
    const inner = await readArchive(name, parts.get(name) as Buffer, allowance)
    unread.push(...inner.encrypted.map((part) => ({ part: `${service}/${part}`, why: ENCRYPTED })))
    if (isOpaque(inner.parts)) unread.push({ part: service, why: ENCRYPTED })
    else opened.set(service, inner.parts)
  }
  return opened
}

function readService(service: string, reading: Reading): Component[] {
  const { parts, unread } = reading
  const content = parts.get('manifest.json')
  if (!content) return []
  const { data } = Manifest.safeParse(readJson(content))
  if (!data) {
    unread.push({ part: `${service}/manifest.json`, why: NO_JSON })
    return []
  }
  return (data.entities ?? []).flatMap((entity) => readEntity(service, entity, reading))
}

const NO_JSON = 'it is no JSON as packages have it'

type Reading = {
  parts: Parts
  unread: Unread[]
  /** Parts that were found to be encrypted. */
  unreadable: ReadonlySet<string>
  allowance: Allowance
  /** Those that were read, by their parts. */
  bodies: Map<string, unknown>
}

function readEntity(service: string, entity: unknown, reading: Reading): Component[] {
  const { parts, unread, allowance } = reading
  const { data } = Entity.safeParse(entity)
  if (!data) {
    allowance.take(`${service}/manifest.json`, 0)
    unread.push({ part: `${service}/manifest.json`, why: 'an entry of it has no path' })
    return []
  }
  const { name, namespace, code, resources } = data
  const path = partName(data.path)
  const body = readBody(`${service}/${path}`, parts.get(path), reading)
  if (body === undefined) return []
  const found = (resources ?? []).flatMap(({ kind, path: given }) => {
    const content = parts.get(partName(given))
    return content ? [{ kind, path: partName(given), content }] : []
  })
  const kind = data.kind || kindOf(service, path)
  return [{ service, kind, path, namespace, code, name, body, resources: found }]
}

/** Entries that name no part, or the same one again, count like parts: each may become a file. */
function readBody(part: string, content: Buffer | undefined, reading: Reading): unknown {
  const { bodies, unread, unreadable, allowance } = reading
  const isFirst = !bodies.has(part)
  if (!isFirst || !content) allowance.take(part, content?.length ?? 0)
  if (!isFirst) return bodies.get(part)
  const body = content && readJson(content)
  bodies.set(part, body)
  if (body === undefined && !unreadable.has(part)) {
    const why = content ? NO_JSON : 'the manifest names it, but it is not in the package'
    unread.push({ part, why })
  }
  return body
}

const byPlace = (one: Component, other: Component): number =>
  compare(one.service, other.service) || compare(one.path, other.path)

const byPart = (one: Unread, other: Unread): number =>
  compare(one.part, other.part) || compare(one.why, other.why)

/** By code units, so that every machine has the same order. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
