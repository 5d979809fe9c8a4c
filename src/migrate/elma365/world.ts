import { caseOf, type Family } from './coverage.ts'
import { type Groups, groupsOf } from './groups.ts'
import type { Component, Package } from './package/package.ts'
import type { Entry, Outcome } from './report.ts'
import { App } from './schemas.ts'
import { codesIn } from './statuses.ts'
import { type Targets, targetsOf } from './targets.ts'
import { toName } from './text.ts'

/** Says what became of something in a component. */
export type Say = (outcome: Outcome, what: string, why: string) => void

/** An app as the package has it, with the code that each of its statuses gets. */
export type VendorApp = { body: App; statuses: Map<number, string> }

/** Codes that were made up, by what they stand for: the next run makes up the same. */
export type Codes = Record<string, string>

/** Something that begins a process with an item. */
export type ItemStart = {
  /** The path of the app, or any. */
  app: string
  event: string
  /** Gets the item; absent = the first link to the app. */
  variable?: string
  say: Say
}

/** What the conversion of every component works with. */
export type World = {
  package: Package
  targets: Targets
  groups: Groups
  codes: Codes
  /** By `workspace/app`, as the package writes it. */
  apps: Map<string, VendorApp>
  /** What handlers of modules begin, by the address of the process in the package. */
  starts: Map<string, ItemStart[]>
  files: Map<string, Buffer>
  entries: Entry[]
}

export function worldOf(given: Package, known: Codes): World {
  const apps = new Map(
    given.components.filter(({ kind }) => kind === 'appView').flatMap((each) => toApp(each)),
  )
  const codes = { ...known }
  const targets = targetsOf(given, [...apps.keys()], codes)
  return {
    package: given,
    targets,
    groups: groupsOf(given, targets, codes),
    codes,
    apps,
    starts: new Map(),
    files: new Map(),
    entries: [],
  }
}

/** Works something out once for a package, however many components ask for it. */
export function onceFor<T>(make: (world: World) => T): (world: World) => T {
  const made = new WeakMap<World, { value: T }>()
  return (world) => {
    const known = made.get(world) ?? { value: make(world) }
    made.set(world, known)
    return known.value
  }
}

/** Whether the package has something of this address already, which has the file. */
export function isDouble(world: World, path: string, say: Say): boolean {
  if (!world.files.has(path)) return false
  say('not understood', 'address', 'another component of the package has the same one: see there')
  return true
}

/** Where a component was; its own file knows better than the manifest. */
export function addressOf({ body, namespace, code }: Component): string {
  const own = (body ?? {}) as { namespace?: unknown; code?: unknown }
  const said = (value: unknown, fallback: string) =>
    typeof value === 'string' && value !== '' ? value : fallback
  return `${said(own.namespace, namespace)}/${said(own.code, code)}`
}

function toApp(component: Component): [string, VendorApp][] {
  const { data } = App.safeParse(component.body)
  if (!data) return []
  return [[addressOf(component), { body: data, statuses: codesIn(data.settings.status) }]]
}

/** Begins the part of the report that is about a component. */
export function enter(
  world: World,
  { kind, name, path }: Pick<Component, 'kind' | 'name' | 'path'>,
  from: string,
): { entry: Entry; say: Say } {
  const place = from === '/' ? path : from
  const entry: Entry = { kind, from: place, name: toName(name, path), lines: [] }
  world.entries.push(entry)
  return {
    entry,
    say: (outcome, what, why) => {
      entry.lines.push({ outcome, what: toName(what, kind), why })
    },
  }
}

/** Whether something is taken as it is; everything else is told by its name. */
export function isFit(say: Say, family: Family, name: string, what: string = name): boolean {
  const { outcome, why } = caseOf(family, name)
  if (outcome !== 'taken') say(outcome, what, why)
  return outcome === 'taken'
}
