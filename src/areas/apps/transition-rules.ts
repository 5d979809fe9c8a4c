import type { StoredApp } from '../../definitions/snapshot.ts'
import { type AppError, conflict, forbidden, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Item } from './item.ts'
import { isEmpty } from './item-values.ts'
import { isProcess, mayOnItem } from './policy.ts'
import type { CallerTransition, StatusMove } from './status-operations.ts'
import { initialStatus, statusSettings } from './statuses.ts'
import { type ItemPeople, matchSubjects, type SubjectMatcher } from './subjects.ts'
import { judge, type Refusal, type Rule, rulesOf, type Status } from './transitions.ts'

/** The part of an item that transitions depend on. A new item is in the initial status. */
export type ItemState = ItemPeople & {
  status: number | null
  isFilled(field: string): boolean
}

export const stateOf = (item: Item): ItemState => ({
  status: (item.__status as { status: number } | null)?.status ?? null,
  author: item.__createdBy,
  performers: (item.__tasks_performers ?? []) as string[],
  isFilled: (field) => !isEmpty(item[field] ?? null),
})

/** Checks every change of status; a refusal names the reason and the allowed statuses. */
export async function requireTransition(
  ctx: Context,
  app: StoredApp,
  { item, to }: { item: ItemState; to: number | null },
): Promise<void> {
  if (to === currentStatus(app, item)) return
  const problem = (await findTransitionRules(ctx, app))?.refuse(item, to)
  if (problem) throw problem
}

export const currentStatus = (
  app: StoredApp,
  { status }: Pick<ItemState, 'status'>,
): number | null => status ?? initialStatus(app, undefined)

/** Checks many items for one caller; undefined if the app has no transitions. */
export async function findTransitionRules(
  ctx: Context,
  app: StoredApp,
): Promise<TransitionRules | undefined> {
  const rules = rulesOf(app)
  if (rules.length === 0) return undefined
  return new TransitionRules(
    app,
    await matchSubjects(
      ctx,
      rules.flatMap(({ by = [] }) => by),
    ),
  )
}

class TransitionRules {
  readonly #app: StoredApp
  readonly #who: SubjectMatcher

  constructor(app: StoredApp, who: SubjectMatcher) {
    this.#app = app
    this.#who = who
  }

  /** Keeping the status and starting in the initial one are always allowed. */
  refuse(item: ItemState, to: number | null): AppError | undefined {
    const from = currentStatus(this.#app, item)
    if (from === to) return undefined
    const refusal = this.#judge(item, to)
    return refusal && toError(refusal, this.#words(item, { from, to, refusal }))
  }

  /** All statuses that a transition leads to from the current one. */
  list(item: ItemState): StatusMove[] {
    return this.#targets(item).map((to) => {
      const refusal = this.#judge(item, to.id)
      return refusal ? this.#refused(item, to, refusal) : { to: to.code, allowed: true }
    })
  }

  /** All transitions, with what the caller may do independently of the item. */
  rules(): CallerTransition[] {
    return rulesOf(this.#app).map(({ from, to, by, requires, message }) => ({
      from: from.code,
      to: to.code,
      allowed: by === undefined || this.#who.isNamedAlways(by),
      roles: (by ?? []).flatMap((each) => (each.startsWith('role:') ? [each.slice(5)] : [])),
      requires: [...requires],
      ...(message !== undefined && { message }),
    }))
  }

  #rulesFrom(item: ItemState): Rule[] {
    const start = currentStatus(this.#app, item)
    return rulesOf(this.#app).filter(({ from }) => from.id === start)
  }

  #targets(item: ItemState): Status[] {
    return [...new Map(this.#rulesFrom(item).map(({ to }) => [to.id, to])).values()]
  }

  #judge(item: ItemState, to: number | null): Refusal | undefined {
    const rules = this.#rulesFrom(item).filter((rule) => rule.to.id === to)
    const { isFilled } = item
    return judge(rules, { isNamed: (by) => this.#who.isNamed(by, item), isFilled })
  }

  #refused(item: ItemState, to: Status, { reason, rule, missing }: Refusal): StatusMove {
    const isAboutPeople = reason === 'people' || reason === 'process'
    const rules = this.#rulesFrom(item).filter((each) => each.to.id === to.id)
    const by = [...new Set(rules.flatMap((each) => each.by ?? []))]
    return {
      to: to.code,
      allowed: false,
      reason,
      ...(rule?.message !== undefined && { message: rule.message }),
      ...(isAboutPeople && { by: this.#who.list(by) }),
      ...(missing.length > 0 && { fields: missing }),
    }
  }

  #words(
    item: ItemState,
    { from, to, refusal }: { from: number | null; to: number | null; refusal: Refusal },
  ): string {
    const { statusItems } = statusSettings(this.#app)
    const nameOf = (id: number | null) =>
      `"${statusItems.find((status) => status.id === id)?.name ?? ''}"`
    const open = this.#targets(item).filter(({ id }) => !this.#judge(item, id))
    const rest =
      open.length > 0
        ? `open to you: ${open.map(({ id }) => nameOf(id)).join(', ')}`
        : 'no other status is open to you'
    return `${this.#why(refusal, `${nameOf(from)} becomes ${nameOf(to)}`)}; ${rest}`
  }

  #why({ reason, rule, missing }: Refusal, move: string): string {
    if (!rule) return `${move.replace(' becomes ', ' cannot become ')}`
    const said = rule.message?.replace(/\.$/, '')
    if (reason !== 'fields') return said ?? `${move} only by ${this.#who.names(rule.by ?? [])}`
    const names = missing.map((code) => `"${this.#app.byCode.get(code)?.name ?? code}"`)
    return `${said ?? `${move} only with all its values`}: fill in ${names.join(', ')}`
  }
}

/** 409 if nobody may, 403 if others may, 400 if only values are missing. */
function toError({ reason, missing }: Refusal, words: string): AppError {
  if (reason === 'nobody') return conflict(words)
  if (reason !== 'fields') return forbidden(words)
  return invalid(
    words,
    missing.map((path) => ({ path, message: 'a value is required' })),
  )
}

/** The transitions available to the caller, if the app has any. */
export async function transitionsFor(
  ctx: Context,
  app: StoredApp,
  item: Item,
): Promise<StatusMove[]> {
  const moves = (await findTransitionRules(ctx, app))?.list(stateOf(item)) ?? []
  if (isProcess(ctx) || (await mayOnItem(ctx, app, 'update', item))) return moves
  return moves.map(({ to }) => ({ to, allowed: false, reason: 'right' }))
}
