import type { StoredApp } from '../../../definitions/snapshot.ts'
import { memoize } from '../../../lib/cache.ts'
import type { Detail } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { makeFiles } from '../files.ts'
import { isEmpty } from '../item-values.ts'
import { findBrokenLinks, type NewIds } from '../links.ts'
import { findLockRules } from '../lock-rules.ts'
import { requireTransition, stateOf } from '../transition-rules.ts'
import { type Creation, type Entry, idOf, isChange } from './entries.ts'
import type { FailurePolicy } from './failure-policy.ts'

/** Checks locks and transitions, and turns uploads into files. */
export async function checkRules<E extends Entry>(
  ctx: Context,
  policy: FailurePolicy,
  entries: readonly E[],
): Promise<E[]> {
  const require = makeRules(ctx)
  const passed: E[] = []
  for (const entry of entries) {
    const made = await policy.attempt(entry.at, async () => {
      await require(entry)
      return withFiles(ctx, entry)
    })
    if (made) passed.push(made)
  }
  return passed
}

/** Who may do what is found once for all items of an app. */
function makeRules(ctx: Context) {
  const lockRulesOf = memoize((app: StoredApp) => findLockRules(ctx, app))
  return async (entry: Entry): Promise<void> => {
    const { app } = entry
    if (!isChange(entry)) {
      return requireTransition(ctx, app, { item: initialState(entry), to: entry.item.status })
    }
    const { before, changes } = entry
    const { fields, columns } = changes
    if (fields.size > 0 || columns.has('__name')) (await lockRulesOf(app))?.require(before, changes)
    const to = columns.get('__status') as number | undefined
    if (to !== undefined) await requireTransition(ctx, app, { item: stateOf(before), to })
  }
}

/** A new item starts in the initial status; another one is a transition from there. */
const initialState = ({ app, item: { by, fields } }: Creation) => ({
  status: null,
  author: by,
  performers: [],
  isFilled: (code: string) => {
    const field = app.whole.byCode.get(code)
    return field !== undefined && !isEmpty(fields.get(field) ?? null)
  },
})

async function withFiles<E extends Entry>(ctx: Context, entry: E): Promise<E> {
  const { app, given } = entry
  const fields = await makeFiles(ctx, { app, id: idOf(entry) }, given)
  if (fields === given) return entry
  return isChange(entry)
    ? { ...entry, changes: { ...entry.changes, fields } }
    : { ...entry, item: { ...entry.item, fields } }
}

type LinkRules = {
  policy: FailurePolicy
  newIds?: NewIds | undefined
  keepsLinks?: boolean | undefined
}

/** The entries whose links the caller may all read, found with one query. */
export async function checkLinks<E extends Entry>(
  ctx: Context,
  { policy, newIds, keepsLinks }: LinkRules,
  entries: readonly E[],
): Promise<E[]> {
  if (keepsLinks) return [...entries]
  const values = entries.map((entry) => ({
    fields: entry.given,
    ...(isChange(entry) && { before: entry.before }),
  }))
  const broken = await findBrokenLinks(ctx, values, newIds)
  const wrong = new Map<number, Detail[]>()
  for (const [index, { at }] of entries.entries()) {
    const details = broken[index] ?? []
    if (details.length > 0) wrong.set(at, details)
  }
  policy.reject(wrong)
  return entries.filter(({ at }) => !wrong.has(at))
}
