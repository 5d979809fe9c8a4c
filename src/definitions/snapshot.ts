import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../fields/field-type.ts'
import { pathOf } from '../lib/app-path.ts'
import { Cache, memoize } from '../lib/cache.ts'
import { inLanguage } from '../lib/translations.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { DefinitionRow, DefinitionSet } from '../platform/definitions.ts'
import { extendAll } from './extension.ts'
import { type FieldDefinition, toFields } from './field.ts'
import type { HiddenFields } from './hidden-fields.ts'
import { type Body, type Definition, type Kind, kindOf } from './kinds.ts'
import { keyOf } from './references.ts'
import { type FieldGrant, isLimited, type Limits, limitApp, limitsKey, limitsOf } from './view.ts'

/** A definition as it was applied, with its history. Deleted ones stay known. */
export type StoredDefinition<K extends Kind = Kind> = Definition<K> & {
  readonly version: number
  /** The newest published version, for processes. */
  readonly processVersion: number | null
  readonly file: string
  /** Checksums of the files it names. */
  readonly attachments: Readonly<Record<string, string>>
  /** As it is stored. */
  readonly row: DefinitionRow
  readonly createdAt: Date
  readonly createdBy: string
  readonly updatedAt: Date
  readonly updatedBy: string
  readonly deletedAt: Date | null
  /** The body with its texts in all languages. */
  readonly written: unknown
}

export type StoredApp = StoredDefinition<'app'> & {
  /** In the order in which people see them. */
  readonly fields: readonly Field[]
  readonly byCode: ReadonlyMap<string, Field>
  /** Fields taken out of the app, whose columns are still there. */
  readonly removedFields: readonly Field[]
  /** The app with all fields; itself unless fields are hidden from the caller. */
  readonly whole: StoredApp
  /** Fields that are read-only for the caller. */
  readonly readOnly: ReadonlySet<string>
}

/** All definitions at one moment. A request takes one snapshot and never mixes two. */
export class Snapshot {
  readonly version: number
  readonly #byId: Map<string, StoredDefinition>
  readonly #byKey: Map<string, StoredDefinition>
  readonly #byKind: Map<Kind, StoredDefinition[]>

  #guarded: StoredDefinition<'app'>[] | undefined
  #languages: ReadonlySet<string> | undefined

  constructor(version: number, all: readonly StoredDefinition[]) {
    this.version = version
    this.#byId = new Map(all.map((each) => [each.id, each]))
    this.#byKey = new Map(all.map((each) => [keyOf(each), each]))
    this.#byKind = Map.groupBy(all, ({ kind }) => kind)
  }

  /** Includes deleted ones. */
  all<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return (this.#byKind.get(kind) ?? []) as StoredDefinition<K>[]
  }

  live<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return this.all(kind).filter(({ deletedAt }) => deletedAt === null)
  }

  /** Of every kind. */
  everything(): StoredDefinition[] {
    return [...this.#byId.values()]
  }

  find<K extends Kind>(kind: K, namespace: string, code: string): StoredDefinition<K> | undefined {
    return this.#byKey.get(keyOf({ kind, namespace, code })) as StoredDefinition<K> | undefined
  }

  findById<K extends Kind>(kind: K, id: string): StoredDefinition<K> | undefined {
    const found = this.#byId.get(id)
    return found?.kind === kind ? (found as StoredDefinition<K>) : undefined
  }

  /** Apps with field rights. */
  get guarded(): readonly StoredDefinition<'app'>[] {
    this.#guarded ??= this.all('app').filter(
      // Bodies are parsed lazily; these have at least one field right.
      ({ row }) => /"fieldRights"\s*:\s*\{\s*"/.test(row.body),
    )
    return this.#guarded
  }

  /** In which there are texts; nothing need be kept for any other that a caller asks for. */
  get languages(): ReadonlySet<string> {
    this.#languages ??= new Set(this.everything().flatMap(({ row }) => [...languagesIn(row)]))
    return this.#languages
  }

  /** An app that is not deleted, with its fields ready for use. */
  findApp(namespace: string, code: string): StoredApp | undefined {
    const found = this.find('app', namespace, code)
    return found && found.deletedAt === null ? toApp(found) : undefined
  }
}

type Asking = Pick<Context, 'definitions' | 'user' | 'access' | 'db' | 'language'>

/**
 * The definitions of this request as visible to its caller: hidden fields are absent, and texts are
 * in the caller's language. Everything that shows, filters, checks or writes items uses these.
 */
export async function snapshotOf(ctx: Asking): Promise<Snapshot> {
  const whole = translate(await wholeSnapshot(ctx), ctx.language)
  if (ctx.user.isAdministrator || whole.guarded.length === 0) return whole
  return viewOf(whole, ctx.user, await ctx.access.listOn(ctx.db, 'field'))
}

/** The complete definitions of this request, for the system itself, in their first language. */
export const wholeSnapshot = async (ctx: Pick<Context, 'definitions'>): Promise<Snapshot> =>
  toSnapshot(await ctx.definitions())

export const toSnapshot = memoize((set: DefinitionSet): Snapshot => {
  const written = toWritten(set)
  const extensions = Map.groupBy(written.all('extension'), ({ namespace }) => namespace)
  if (extensions.size === 0) return written
  const all = written.everything().map((each) => {
    const own = each.kind === 'app' && extensions.get(`${each.namespace}.${each.code}`)
    return own ? extendOne(each, own) : each
  })
  return new Snapshot(set.version, all)
})

/** The definitions as solutions wrote them: apps without their extensions. */
export const toWritten = memoize(
  (set: DefinitionSet) => new Snapshot(set.version, Array.from(set.rows.values(), toStored)),
)

export const writtenSnapshot = async (ctx: Pick<Context, 'definitions'>): Promise<Snapshot> =>
  toWritten(await ctx.definitions())

const extendedOf = memoize((_: StoredDefinition) => new Cache<StoredDefinition>({ most: 1 }))

/** The same object in every snapshot while nothing of it has changed. */
const extendOne = (
  app: StoredDefinition,
  extensions: readonly StoredDefinition[],
): StoredDefinition =>
  extendedOf(app).get(extensions.map(({ id, version }) => `${id}:${version}`).join(), () => {
    const live = extensions.filter(({ deletedAt }) => deletedAt === null)
    const parts = [app, ...live].map(({ kind, namespace, code, written }) => {
      return { kind, namespace, code, body: written }
    })
    return toStored({ ...app.row, body: JSON.stringify(extendAll(parts)[0]?.body) })
  })

/** Of a body that is not parsed for it: keys of two letters are taken for languages, too. */
const languagesIn = memoize(
  ({ body }: DefinitionRow) =>
    new Set(Array.from(body.matchAll(/"([a-z]{2})":"/g), ([, code = '']) => code)),
)

/** A definition with the names that are stored in tables of their own: they have one language. */
export const inStoredLanguage = <D extends { written: unknown; body: unknown }>(
  { config }: Pick<Context, 'config'>,
  definition: D,
): D => ({
  ...definition,
  body: inLanguage(definition.written, config.KONTOR_LANGUAGE) as D['body'],
})

const MOST_LANGUAGES = 30
const translationsOf = memoize((_: Snapshot) => new Cache<Snapshot>({ most: MOST_LANGUAGES }))

function translate(whole: Snapshot, language: string | undefined): Snapshot {
  if (language === undefined || !whole.languages.has(language)) return whole
  return translationsOf(whole).get(language, () => {
    const all = whole.everything()
    const translated = all.map((each) => translateOne(each, language))
    return translated.every((each, at) => each === all[at])
      ? whole
      : new Snapshot(whole.version, translated)
  })
}

const translatedOf = memoize(
  (_: StoredDefinition) => new Cache<StoredDefinition>({ most: MOST_LANGUAGES }),
)

/** The same object in every snapshot, as below; the definition itself where it has one language. */
const translateOne = (definition: StoredDefinition, language: string): StoredDefinition =>
  translatedOf(definition).get(language, () => {
    // Most definitions have one language, and need not be parsed to know it.
    if (!definition.row.body.includes(`"${language}":"`)) return definition
    const body = inLanguage(definition.written, language) as Body<Kind>
    return isDeepStrictEqual(body, definition.body) ? definition : { ...definition, body }
  })

type View = { whole: Snapshot; grants: readonly FieldGrant[]; snapshot: Snapshot }
const lastViews = new WeakMap<Caller, View>()
const viewsOf = memoize((_: Snapshot) => new Cache<Snapshot>())

/** Cached for all callers with the same hidden fields. */
function viewOf(whole: Snapshot, caller: Caller, grants: readonly FieldGrant[]): Snapshot {
  const last = lastViews.get(caller)
  if (last?.whole === whole && last.grants === grants) return last.snapshot
  const limits = whole.guarded
    .map((app) => [app, limitsOf(app, caller.subjects, grants)] as const)
    .filter(([, each]) => isLimited(each))
  const key = limits.map(([{ id }, each]) => `${id}:${limitsKey(each)}`).join(' ')
  const snapshot = viewsOf(whole).get(key, () => makeView(whole, new Map(limits)))
  lastViews.set(caller, { whole, grants, snapshot })
  return snapshot
}

function makeView(whole: Snapshot, limits: ReadonlyMap<StoredDefinition, Limits>): Snapshot {
  if (limits.size === 0) return whole
  const hidden = new Map(
    Array.from(limits, ([app, each]) => [pathOf(app), each.hidden] as const).filter(
      ([, codes]) => codes.size > 0,
    ),
  )
  const all = whole.everything().flatMap((definition) => {
    const limited = limits.get(definition)
    if (limited) return limitedApp(definition as StoredDefinition<'app'>, limited)
    return limitDefinition(definition, hidden) ?? []
  })
  return new Snapshot(whole.version, all)
}

/** A definition without hidden fields; undefined where it is made of them. */
function limitDefinition(
  definition: StoredDefinition,
  hidden: HiddenFields,
): StoredDefinition | undefined {
  const { limit } = kindOf(definition.kind)
  if (!limit) return definition
  const body = limit(definition.body, hidden) as Body<Kind> | undefined
  return body === definition.body ? definition : body && { ...definition, body }
}

const limitedAppsOf = memoize((_: StoredDefinition) => new Cache<StoredApp>())

/** The same object in every snapshot while the app is unchanged, so that statements can be cached. */
const limitedApp = (definition: StoredDefinition<'app'>, limits: Limits): StoredApp =>
  limitedAppsOf(definition).get(limitsKey(limits), () => limitApp(toApp(definition), limits))

/** Read once per version; an unchanged definition is the same value in every snapshot. */
const toStored = memoize((row: DefinitionRow): StoredDefinition => {
  const kind = row.kind as Kind
  let written: Body<Kind> | undefined
  let body: Body<Kind> | undefined
  return {
    id: row.id,
    kind,
    namespace: row.namespace,
    code: row.code,
    solution: row.solution,
    version: row.version,
    processVersion: row.process_version,
    file: row.file,
    attachments: row.attachments,
    row,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    deletedAt: row.deleted_at,
    /** Read with today's schema: keys that are newer than the definition have their defaults. */
    get written() {
      written ??= kindOf(kind).schema.parse(JSON.parse(row.body)) as Body<Kind>
      return written
    },
    get body() {
      body ??= inLanguage(this.written as Body<Kind>)
      return body
    },
  }
})

export const toApp = memoize((definition: StoredDefinition<'app'>): StoredApp => {
  if (isApp(definition)) return definition
  const removed: Record<string, FieldDefinition> = JSON.parse(definition.row.removed_fields ?? '{}')
  const fields = toFields(definition.body.fields)
  return {
    ...definition,
    fields,
    byCode: new Map(fields.map((field) => [field.code, field])),
    removedFields: toFields(removed),
    get whole() {
      return this
    },
    readOnly: new Set(),
  }
})

const isApp = (definition: StoredDefinition<'app'>): definition is StoredApp =>
  'whole' in definition
