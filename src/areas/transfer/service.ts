import { parsePath } from '../../lib/app-path.ts'
import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Row, Transferred } from '../../lib/transfer.ts'
import type { Context } from '../../platform/context.ts'
import { transferItems } from '../apps/transfer.ts'
import { transferDirectories, transferFiles } from '../disk/transfer.ts'
import { transferChannels, transferMessages } from '../messages/transfer.ts'
import { transferGroups } from '../people/groups/transfer.ts'
import { transferUnits } from '../people/org-chart/transfer.ts'
import { transferUsers } from '../people/users/transfer.ts'
import { transferSheets } from '../processes/approvals/transfer.ts'
import { transferInstances } from '../processes/instances/transfer.ts'
import { transferFolders, transferNomenclature } from '../registration/nomenclature/transfer.ts'
import { transferRegistrations } from '../registration/transfer.ts'
import type { TransferKind } from './operations.ts'

type Batch = { kind: TransferKind; app?: string | undefined; rows: Row[] }

/** One batch is one transaction with one event; a batch that changes nothing has none. */
export async function storeRecords(ctx: Context, batch: Batch): Promise<Transferred> {
  const { kind, app, rows } = batch
  const stored = await byKind[kind](ctx, batch)
  const { created, updated, refused, linked } = stored
  if (created + updated + Object.keys(linked).length > 0) {
    await ctx.emit({
      type: 'transfer.stored',
      object: `transfer:${newId()}`,
      ...(app !== undefined && addressOf(batch)),
      data: { kind, records: rows.length, created, updated, refused, linked },
    })
  }
  return stored
}

type Store = (ctx: Context, batch: Batch) => Promise<Transferred>

const byKind: Record<TransferKind, Store> = {
  users: (ctx, { rows }) => transferUsers(ctx, rows),
  groups: (ctx, { rows }) => transferGroups(ctx, rows),
  units: (ctx, { rows }) => transferUnits(ctx, rows),
  directories: (ctx, { rows }) => transferDirectories(ctx, rows),
  files: (ctx, { rows }) => transferFiles(ctx, rows),
  channels: (ctx, { rows }) => transferChannels(ctx, rows),
  messages: (ctx, { rows }) => transferMessages(ctx, rows),
  nomenclature: (ctx, { rows }) => transferNomenclature(ctx, rows),
  folders: (ctx, { rows }) => transferFolders(ctx, rows),
  registrations: (ctx, batch) => transferRegistrations(ctx, addressOf(batch), batch.rows),
  sheets: (ctx, batch) => transferSheets(ctx, addressOf(batch), batch.rows),
  instances: (ctx, { rows }) => transferInstances(ctx, rows),
  items: (ctx, batch) => transferItems(ctx, addressOf(batch), batch.rows),
}

function addressOf({ kind, app }: Batch) {
  if (app === undefined) throw invalid(`field "app": ${kind} are in an app: name it`)
  return parsePath(app)
}
