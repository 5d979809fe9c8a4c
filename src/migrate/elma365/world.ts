import { caseOf, type Family } from './coverage.ts'
import { type Groups, groupsOf } from './groups.ts'
import { type Homes, homesOf } from './homes.ts'
import type { Component, Package } from './package/package.ts'
import type { Entry, Outcome } from './report.ts'
import { App } from './schemas.ts'
import { codesIn } from './statuses.ts'
import { toName } from './text.ts'

/** Says what became of something in a component. */
export type Say = (outcome: Outcome, what: string, why: string) => void

/** An app as the package has it, with the code that each of its statuses gets. */
export type VendorApp = { body: App; statuses: Map<number, string> }

/** Codes that were made up, by what they stand for: the next run makes up the same. */
export type Codes = Record<string, string>

/** What the conversion of every component works with. */
export type World = {
  package: Package
  homes: Homes
  groups: Groups
  codes: Codes
  /** By `workspace/app`, as the package writes it. */
  apps: Map<string, VendorApp>
  /** By `namespace/process`, as the package writes it. */
  processes: Set<string>
  files: Map<string, Buffer>
  entries: Entry[]
}

export function worldOf(given: Package, known: Codes): World {
  const apps = new Map(
    given.components.filter(({ kind }) => kind === 'appView').flatMap((each) => toApp(each)),
  )
  const homes = homesOf(given, [...apps.keys()])
  const codes = { ...known }
  return {
    package: given,
    homes,
    groups: groupsOf(given, homes, codes),
    codes,
    apps,
    processes: new Set(
      given.components.filter(({ kind }) => kind === 'template').map((each) => addressOf(each)),
    ),
    files: new Map(),
    entries: [],
  }
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
