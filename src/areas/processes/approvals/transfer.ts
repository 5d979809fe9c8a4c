import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { type AppAddress, pathOf } from '../../../lib/app-path.ts'
import { notFound } from '../../../lib/errors.ts'
import { nothingYet, type Row, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { storeEach } from '../../../platform/db/store-each.ts'
import { lockItem } from '../../apps/on-behalf.ts'
import * as store from './store.ts'

const optionalId = Id.nullish().transform((id) => id ?? null)

const TransferredSheet = z.object({
  id: Id,
  item: Id,
  type: z.enum(['approval', 'inform']),
  /** Open sheets belong to a process of the other system and are not transferred. */
  status: z.enum(['approved', 'rejected', 'done', 'cancel']),
  respondents: z
    .array(
      z.object({
        id: Id,
        status: z.enum(['in_progress', 'approved', 'rejected', 'done', 'cancel']),
        comment: z
          .string()
          .max(100_000)
          .nullish()
          .transform((text) => text ?? ''),
        responseTime: DateTime.nullish(),
        substituteId: optionalId,
      }),
    )
    .max(10_000),
})
type TransferredSheet = z.output<typeof TransferredSheet>

/** Stores completed sheets of items, each as the lines that produce it. */
export async function transferSheets(
  ctx: Context,
  address: AppAddress,
  rows: readonly Row[],
): Promise<Transferred> {
  const into = nothingYet()
  await storeEach(ctx.db, { schema: TransferredSheet, rows, into }, async (sheet) => {
    const item = await lockItem(ctx, { ...address, id: sheet.item })
    if (!item) throw notFound('item', `${pathOf(address)}/${sheet.item}`)
    const place = { app: pathOf(address), item_id: sheet.item }
    const entries = await store.listEntries(ctx.db, place)
    if (entries.some(({ list_id }) => list_id === sheet.id)) return 'unchanged'
    const round = new Set(entries.map(({ list_id }) => list_id)).size + 1
    await writeLines(ctx, place, { ...sheet, round })
    return 'created'
  })
  return into
}

type ItemKey = Pick<store.ApprovalKey, 'app' | 'item_id'>

/** Every respondent gets a step of their own, so that somebody who was asked twice has two answers. */
async function writeLines(
  ctx: Context,
  place: ItemKey,
  sheet: TransferredSheet & { round: number },
): Promise<void> {
  const { id, type: kind, status, respondents, round } = sheet
  const times = respondents.flatMap(({ responseTime }) => responseTime ?? []).sort()
  const timeOf = (time: string | null | undefined) => new Date(time ?? times[0] ?? ctx.now())
  const write = (step: number | null, by: string, at: Date, happened: store.Happened) => {
    const line = { ...place, list_id: id, instance_id: null, step }
    return store.insertEntry(ctx.db, line, happened, { at, by })
  }
  for (const [step, each] of respondents.entries()) {
    const asked = each.status === 'in_progress' ? timeOf(each.responseTime) : timeOf(times[0])
    const data = { kind, round, people: [each.id], files: [] }
    await write(step, ctx.user.id, asked, { event: 'asked', data })
  }
  for (const [step, each] of respondents.entries()) {
    const { id: respondent, status: answer, comment, substituteId: substitute } = each
    const [at, by] = [timeOf(each.responseTime), substitute ?? respondent]
    if (answer === 'cancel') await write(step, by, at, { event: 'withdrawn', data: {} })
    if (answer === 'cancel' || answer === 'in_progress') continue
    const data = { respondent, answer, comment, substitute, files: [] }
    await write(step, by, at, { event: 'answered', data })
  }
  if (status === 'done') return
  await write(null, ctx.user.id, timeOf(times.at(-1)), { event: 'closed', data: { status } })
}
