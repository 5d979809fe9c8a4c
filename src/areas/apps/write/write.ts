import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { parseItem } from '../item.ts'
import { guardLinks, type NewIds } from '../links.ts'
import { insertStatement } from '../store/insert.ts'
import type { StoredRow } from '../store/rows.ts'
import { shapeOf } from '../store/shape.ts'
import { nameConflict } from '../store/unique.ts'
import { checkLinks, checkRules } from './check.ts'
import { type Creation, type Entry, isChange, isCreation, type Stored } from './entries.ts'
import { emitChanged, emitCreated, filledValues } from './events.ts'
import { countHidden } from './hidden.ts'
import { type Storing, storeEntries } from './store.ts'

export type Writing = Storing & {
  /** Whether new items start processes. */
  withHandlers: boolean
  /** Items of the same request that others of it may link to. */
  newIds?: NewIds | undefined
  /** Whether links to what is not there are stored as they are. */
  keepsLinks?: boolean | undefined
  /** Given if nothing follows the write in its request. */
  last?: Context['last'] | undefined
}

/**
 * Every write of items, one or many, goes through here once it has been read from its request:
 * check, store, emit events. Returns what was stored; what was not is reported by the policy.
 */
export async function writeItems<E extends Entry>(
  ctx: Context,
  writing: Writing,
  entries: readonly E[],
): Promise<Stored<E>[]> {
  ctx.hiddenConflicts.require(ctx.user)
  const allowed = await checkRules(ctx, writing.policy, entries)
  const [entry] = allowed
  if (writing.last && entry && isCreation(entry) && allowed.length === 1) {
    return [{ entry, row: await createLast(ctx, { ...writing, last: writing.last }, entry) }]
  }
  const stored = writing.policy.isAtomic
    ? await checkAndStore(ctx, writing, allowed)
    : await storeEntries(ctx, writing, await checkLinks(ctx, writing, allowed))
  for (const each of stored) await tell(ctx, writing, each)
  // Of many entries some may have failed, too many to tell.
  ctx.hiddenConflicts.require(ctx.user)
  return stored
}

/** Sends both together: if the check fails, what was stored is rolled back. */
async function checkAndStore<E extends Entry>(
  ctx: Context,
  writing: Writing,
  entries: readonly E[],
): Promise<Stored<E>[]> {
  const checked = checkLinks(ctx, writing, entries)
  const stored = storeEntries(ctx, writing, entries)
  const [check] = await Promise.allSettled([checked, stored])
  // After a failed statement, any other error of the check is only a consequence.
  if (check.status === 'rejected' && check.reason instanceof AppError) throw check.reason
  const result = await stored
  await checked
  return result
}

/**
 * One new item with which its request ends: the check, the item, its event and COMMIT are one packet. The
 * event of a new item does not depend on what the database answers.
 */
async function createLast(
  ctx: Context,
  { policy, withHandlers, last }: Writing & { last: Context['last'] },
  creation: Creation,
): Promise<string> {
  const { at, app, given, item } = creation
  const guard = await guardLinks(ctx, { fields: given })
  await emitCreated(ctx, app, { id: item.id, after: filledValues(item.fields), withHandlers })
  const insert = insertStatement(shapeOf(app.whole), item)
  try {
    const answers = await countHidden(ctx, creation, () =>
      nameConflict(app.whole, () => last([...guard.statements, insert])),
    )
    const [stored] = (answers.at(-1) ?? []) as StoredRow[]
    if (!stored) throw new Error('an insert that did not fail returned nothing')
    return stored.row
  } catch (error) {
    const broken = guard.explain(error)
    if (broken.length > 0) policy.reject(new Map([[at, broken]]))
    throw error
  }
}

async function tell(
  ctx: Context,
  { withHandlers }: Writing,
  { entry, row }: Stored,
): Promise<void> {
  const { app } = entry
  if (isChange(entry)) {
    return emitChanged(ctx, app, { before: entry.before, after: parseItem(row) })
  }
  const { id, fields } = entry.item
  return emitCreated(ctx, app, { id, after: filledValues(fields), withHandlers })
}
