import { snapshotOf } from '../../../definitions/snapshot.ts'
import { parsePath, pathOf } from '../../../lib/app-path.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { lockItem, type Reference } from '../../apps/on-behalf.ts'
import { getItem } from '../../apps/service.ts'
import { findFiles } from '../../disk/files.ts'
import { listsAfter } from './lists.ts'
import type { DocflowList } from './operations.ts'
import * as store from './store.ts'

/** The step of a process that asks people. */
export type Step = { instance: string; caller: string | null; step: number }

export async function listLists(
  ctx: Context,
  { namespace, code, id }: Reference,
  type: store.ListKind | undefined,
): Promise<DocflowList[]> {
  if (!(await snapshotOf(ctx)).findApp(namespace, code)) {
    throw notFound('app', pathOf({ namespace, code }))
  }
  await getItem(ctx, { namespace, code }, id)
  const lists = listsAfter(await store.listEntries(ctx.db, placeOf({ namespace, code, id })))
  return type === undefined ? lists : lists.filter((list) => list.type === type)
}

export type ApprovalRequest = {
  item: Reference
  kind: store.ListKind
  people: string[]
  /** Begins a new sheet and leaves an open one as it is. */
  isFresh: boolean
}

/** The answers of two processes would be mixed, and one could continue with answers about an older state. */
const IN_APPROVAL = 'another process is request for the approval of this item: wait for its end'

/** Asks people: on the open sheet of the item, or on a new list. */
export async function openList(ctx: Context, step: Step, request: ApprovalRequest): Promise<void> {
  const { item, kind, people } = request
  const files = await holdItem(ctx, item)
  const lists = listsAfter(await store.listEntries(ctx.db, placeOf(item)))
  const same = lists.filter(({ type }) => type === kind)
  const open = kind === 'approval' ? same.find(({ status }) => status === 'in_progress') : undefined
  if (open && (await store.isAskedByOthers(ctx.db, open.id, step))) throw conflict(IN_APPROVAL)
  const place = { ...placeOf(item), instance_id: step.instance, step: step.step }
  if (open && request.isFresh) {
    await append(
      ctx,
      { ...place, list_id: open.id },
      { event: 'closed', data: { status: 'cancel' } },
    )
  }
  const list_id = open && !request.isFresh ? open.id : newId()
  const round = same.length + (list_id === open?.id ? 0 : 1)
  await append(ctx, { ...place, list_id }, { event: 'asked', data: { kind, round, people, files } })
}

export type ApprovalAnswer = {
  respondent: string
  answer: store.Answer
  comment: string
  /** Who answered; null if the time ran out. */
  actor: string | undefined
}

export async function answerList(
  ctx: Context,
  step: Step,
  answering: ApprovalAnswer,
): Promise<void> {
  const place = await store.findAsked(ctx.db, step.instance, step.step)
  if (!place) return
  const files = await holdItem(ctx, referenceOf(place))
  const { respondent, answer, comment, actor } = answering
  const substitute = actor !== undefined && actor !== respondent ? actor : null
  const data = { respondent, answer, comment, substitute, files }
  await append(ctx, place, { event: 'answered', data })
}

/** Withdraws the unanswered requests of a step. The list itself stays open. */
export async function withdrawList(ctx: Context, step: Step): Promise<void> {
  const place = await store.findAsked(ctx.db, step.instance, step.step)
  if (!place) return
  await holdItem(ctx, referenceOf(place))
  await append(ctx, place, { event: 'withdrawn', data: {} })
}

/** Sets the final result of the open sheet of an item. */
export async function closeSheet(
  ctx: Context,
  step: Step,
  { item, isApproved }: { item: Reference; isApproved: boolean },
): Promise<void> {
  await holdItem(ctx, item)
  const lists = listsAfter(await store.listEntries(ctx.db, placeOf(item)))
  const open = lists.find(({ type, status }) => type === 'approval' && status === 'in_progress')
  if (!open || (await store.isAskedByOthers(ctx.db, open.id, step))) return
  const place = { ...placeOf(item), list_id: open.id, instance_id: step.instance, step: step.step }
  const status = isApproved ? 'approved' : 'rejected'
  await append(ctx, place, { event: 'closed', data: { status } })
}

/** When a process ends, its sheets without open requests get the result that follows from the answers. */
export async function endLists(
  ctx: Context,
  instance: string,
  { isDone }: { isDone: boolean },
): Promise<void> {
  for (const { app, item_id } of await store.listAskedItems(ctx.db, instance)) {
    await holdItem(ctx, referenceOf({ app, item_id }))
    const entries = await store.listEntries(ctx.db, { app, item_id })
    const own = new Set(entries.filter((each) => each.instance_id === instance).map(listOf))
    for (const list of listsAfter(entries).filter(({ id }) => own.has(id))) {
      const status = lastWord(list, isDone)
      const place = { app, item_id, list_id: list.id, instance_id: instance, step: null }
      if (status) await append(ctx, place, { event: 'closed', data: { status } })
    }
  }
}

const listOf = ({ list_id }: store.Entry): string | null => list_id

function lastWord(
  { type, status, respondents }: DocflowList,
  isDone: boolean,
): store.ListEnd | undefined {
  const has = (wanted: string) => respondents.some((each) => each.status === wanted)
  if (type !== 'approval' || status !== 'in_progress' || has('in_progress')) return undefined
  if (!isDone) return 'cancel'
  if (has('rejected')) return 'rejected'
  return has('approved') ? 'approved' : 'cancel'
}

export async function signItem(
  ctx: Context,
  step: Step,
  { item, signer }: { item: Reference; signer: string },
): Promise<void> {
  const files = await holdItem(ctx, item)
  const place = { ...placeOf(item), list_id: null, instance_id: step.instance, step: step.step }
  await append(ctx, place, { event: 'signed', data: { signer, files } })
}

/** The instances that currently ask for approval of a file. */
export const listAsking = async (ctx: Context, fileId: string): Promise<string[]> =>
  (await store.listAbout(ctx.db, fileId)).map(({ instance_id }) => instance_id)

const EVENTS = {
  asked: 'docflow.list.asked',
  answered: 'docflow.list.answered',
  withdrawn: 'docflow.list.withdrawn',
  closed: 'docflow.list.closed',
  signed: 'docflow.item.signed',
} as const

/** The caller holds the lock on the item. */
async function append(
  ctx: Context,
  place: store.ApprovalKey,
  happened: store.Happened,
): Promise<void> {
  await store.insertEntry(ctx.db, place, happened, { at: ctx.now(), by: ctx.user.id })
  const { namespace, code } = parsePath(place.app)
  await ctx.emit({
    type: EVENTS[happened.event],
    object: `item:${place.app}/${place.item_id}`,
    namespace,
    code,
    data: { list: place.list_id, instance: place.instance_id, ...happened.data },
  })
}

/** Locks the lists of an item, and returns its current files. */
async function holdItem(ctx: Context, reference: Reference): Promise<store.SeenFile[]> {
  const item = await lockItem(ctx, reference)
  const app = (await snapshotOf(ctx)).findApp(reference.namespace, reference.code)
  const fields = app?.fields.filter(({ type }) => type === 'FILE' || type === 'IMAGE') ?? []
  const ids = fields.flatMap(({ code }) => (item?.[code] ?? []) as string[])
  const found = await findFiles(ctx, ids)
  return found.map(({ id, version }) => ({ id, version }))
}

const placeOf = ({ namespace, code, id }: Reference) => ({
  app: pathOf({ namespace, code }),
  item_id: id,
})

function referenceOf({ app, item_id }: Pick<store.ApprovalKey, 'app' | 'item_id'>): Reference {
  const { namespace, code } = parsePath(app)
  return { namespace, code, id: item_id }
}
