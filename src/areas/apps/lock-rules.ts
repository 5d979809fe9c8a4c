import type { StoredApp } from '../../definitions/snapshot.ts'
import { statusesIn } from '../../definitions/transitions.ts'
import { memoize } from '../../lib/cache.ts'
import { PROCESS } from '../../lib/codes.ts'
import { AppError, type Detail } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Changes, Item } from './item.ts'
import { differentFrom } from './same-values.ts'
import type { LockedField } from './status-operations.ts'
import { statusByCode, statusSettings } from './statuses.ts'
import { type ItemPeople, matchSubjects, type SubjectMatcher } from './subjects.ts'
import { currentStatus, stateOf } from './transition-rules.ts'

type Lock = {
  statuses: ReadonlySet<number>
  covers(code: string): boolean
  except: readonly string[]
  message: string | undefined
}

const locksOf = memoize((app: StoredApp): readonly Lock[] =>
  app.body.locks.map(({ in: names, fields, except = [], message }) => ({
    statuses: new Set(statusesIn(app.body, names).map((code) => statusByCode(app, code))),
    covers: (code) => fields === undefined || fields.includes(code),
    except,
    message,
  })),
)

/** Statuses in which any field is locked. */
export const lockingStatuses = (app: StoredApp): number[] => [
  ...new Set(locksOf(app).flatMap(({ statuses }) => [...statuses])),
]

/** The part of an item that locks depend on; the status before the change counts. */
export type LockableState = ItemPeople & { status: number | null }

/** Checks every change of field values; undefined if the app has no locks. */
export async function findLockRules(ctx: Context, app: StoredApp): Promise<LockRules | undefined> {
  const locks = locksOf(app)
  if (locks.length === 0) return undefined
  return new LockRules(
    app,
    await matchSubjects(
      ctx,
      locks.flatMap(({ except }) => except),
    ),
  )
}

class LockRules {
  readonly #app: StoredApp
  readonly #who: SubjectMatcher

  constructor(app: StoredApp, who: SubjectMatcher) {
    this.#app = app
    this.#who = who
  }

  /** Unchanged values are allowed, so that programs can send a whole item. */
  require(before: Item, { fields, columns }: Changes): void {
    const changed = [...differentFrom(before, fields).keys()].map(({ code }) => code)
    const isRenamed = columns.has(NAME) && columns.get(NAME) !== before[NAME]
    const problem = this.refuse(stateOf(before), isRenamed ? [...changed, NAME] : changed)
    if (problem) throw problem
  }

  /** The fields whose values would change. */
  refuse(item: LockableState, changed: readonly string[]): AppError | undefined {
    const refused = this.#locksOn(item)
      .map((lock) => ({ lock, codes: changed.filter((code) => this.#covers(lock, code)) }))
      .filter(({ codes }) => codes.length > 0)
    if (refused.length === 0) return undefined
    const texts = refused.map(({ lock, codes }) => this.#words(item, lock, this.#namesOf(codes)))
    const details = refused.flatMap(({ lock, codes }): Detail[] =>
      codes.map((path) => ({ path, message: this.#words(item, lock, 'it') })),
    )
    return new AppError(codeOf(refused.map(({ lock }) => lock)), texts.join('; '), { details })
  }

  /** For a file that these fields hold. The refusal names none of them: they may be hidden. */
  requireFile(item: Item, fields: readonly string[]): void {
    const state = stateOf(item)
    const locks = this.#locksOn(state).filter((lock) => fields.some(lock.covers))
    if (locks.length === 0) return
    const texts = locks.map((lock) => this.#words(state, lock, 'this file'))
    throw new AppError(codeOf(locks), texts.join('; '))
  }

  list(item: LockableState): LockedField[] {
    const codes = [...this.#app.byCode.keys(), NAME]
    return codes.flatMap((field) => {
      const lock = this.#locksOn(item).find((each) => this.#covers(each, field))
      if (!lock) return []
      const { message, except } = lock
      return [
        {
          field,
          reason: reasonOf(lock),
          ...(message !== undefined && { message }),
          ...(except.length > 0 && { by: this.#who.list(except) }),
        },
      ]
    })
  }

  #locksOn(item: LockableState): Lock[] {
    const status = currentStatus(this.#app, item)
    return locksOf(this.#app).filter(
      ({ statuses, except }) =>
        status !== null && statuses.has(status) && !this.#who.isNamed(except, item),
    )
  }

  /** A name built from a template cannot be set, and changes with its fields. */
  #covers(lock: Lock, code: string): boolean {
    return lock.covers(code) && (code !== NAME || this.#app.body.nameTemplate === undefined)
  }

  #words(item: LockableState, { except, message }: Lock, what: string): string {
    const status = currentStatus(this.#app, item)
    const { name = '' } =
      statusSettings(this.#app).statusItems.find(({ id }) => id === status) ?? {}
    const who = except.length > 0 ? `only ${this.#who.names(except)}` : 'nobody'
    const text = `in the status "${name}" ${who} may change ${what}`
    return message === undefined ? text : `${message.replace(/\.$/, '')}: ${text}`
  }

  #namesOf(codes: readonly string[]): string {
    const names = codes.map((code) => `"${this.#app.byCode.get(code)?.name ?? 'Name'}"`)
    return new Intl.ListFormat('en-GB').format(names)
  }
}

const NAME = '__name'

const codeOf = (locks: readonly Lock[]) =>
  locks.every(({ except }) => except.length === 0) ? 'conflict' : 'forbidden'

function reasonOf({ except }: Lock): LockedField['reason'] {
  if (except.length === 0) return 'nobody'
  return except.every((each) => each === PROCESS) ? 'process' : 'people'
}

/** The fields of an item that are locked for the caller, in an app that locks some. */
export const lockedOf = async (ctx: Context, app: StoredApp, item: Item): Promise<LockedField[]> =>
  (await findLockRules(ctx, app))?.list(stateOf(item)) ?? []
