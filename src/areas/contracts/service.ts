import type { List } from '../../api/list.ts'
import { toFields } from '../../definitions/field.ts'
import { type Snapshot, type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { checkCodes, wrongValues } from '../../fields/values.ts'
import { type AppAddress, parsePath, pathOf } from '../../lib/app-path.ts'
import { AppError, describeDetails, invalid, notFound } from '../../lib/errors.ts'
import { aggregate } from '../../lists/aggregate.ts'
import type { Aggregated, AggregateRequest } from '../../lists/aggregate-request.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Source } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { itemColumns, itemsSource, listFrom } from '../apps/lists.ts'
import * as apps from '../apps/service.ts'
import { contractSource, type Part } from './source.ts'

type Contract = StoredDefinition<'contract'>
type Json = Record<string, unknown>

export type ContractItem = { __id: string; __version: number; __source: AppAddress } & Json

export async function listItems(
  ctx: Context,
  place: AppAddress,
  request: Omit<ListRequest, 'statusCode' | 'statusGroupId'>,
): Promise<List> {
  const { source } = await open(ctx, place)
  return listFrom(ctx, source, { ...request, ...NO_STATUSES })
}

const NO_STATUSES = { statusCode: undefined, statusGroupId: undefined }

export async function aggregateItems(
  ctx: Context,
  place: AppAddress,
  request: Omit<AggregateRequest, 'statusCode' | 'statusGroupId'>,
): Promise<Aggregated> {
  return aggregate(ctx.db, await openSource(ctx, place), { ...request, ...NO_STATUSES }, ctx.now())
}

/** The items of a contract that the caller may read. */
export const openSource = async (ctx: Context, place: AppAddress): Promise<Source> =>
  (await open(ctx, place)).source

export async function getItem(ctx: Context, place: AppAddress, id: string): Promise<ContractItem> {
  const { source } = await open(ctx, place)
  return findIn(ctx, source, id)
}

/** Users who may create in the default app see their new item, even without the right to read there. */
export async function createItem(
  ctx: Context,
  place: AppAddress,
  context: Json,
): Promise<ContractItem> {
  const { contract, parts } = await open(ctx, place)
  const part = parts.find(({ app }) => pathOf(app) === contract.body.default)
  if (!part) throw invalid('the contract has no default source')
  checkCodes(ctx, context, codesOf(contract))
  const wanted = { context: toApp(contract, part, context), withEventForceCreate: false }
  const { item } = await inOwnWords(part, () => apps.createItem(ctx, part.app, wanted))
  const { __id } = item.parse<{ __id: string }>()
  return findIn(ctx, sourceOf(contract, [unrestricted(part)]), __id)
}

export async function updateItem(
  ctx: Context,
  place: AppAddress,
  { id, context, ifMatch }: { id: string; context: Json; ifMatch: string | undefined },
): Promise<ContractItem> {
  const { contract, parts, source } = await open(ctx, place)
  const { __source } = await findIn(ctx, source, id)
  const part = parts.find(({ app }) => pathOf(app) === pathOf(__source))
  if (!part) throw notFound('item', id)
  checkCodes(ctx, context, codesOf(contract))
  const wanted = { id, context: toApp(contract, part, context), ifMatch }
  await inOwnWords(part, () => apps.updateItem(ctx, part.app, wanted))
  return findIn(ctx, sourceOf(contract, [unrestricted(part)]), id)
}

async function open(ctx: Context, { namespace, code }: AppAddress) {
  const snapshot = await snapshotOf(ctx)
  const contract = snapshot.find('contract', namespace, code)
  if (!contract || contract.deletedAt) throw notFound('contract', `${namespace}/${code}`)
  const parts = await findParts(ctx, snapshot, contract)
  return { contract, parts, source: sourceOf(contract, parts) }
}

/** The apps of a contract that are not deleted; the default one first. */
async function findParts(ctx: Context, snapshot: Snapshot, { body }: Contract): Promise<Part[]> {
  const paths = Object.keys(body.apps).sort(
    (a, b) => Number(b === body.default) - Number(a === body.default),
  )
  const parts: Part[] = []
  for (const path of paths) {
    const { namespace, code } = parsePath(path)
    const app = snapshot.findApp(namespace, code)
    const mapping = body.apps[path]
    if (app && mapping) parts.push({ app, mapping, source: await itemsSource(ctx, app) })
  }
  return parts
}

const sourceOf = ({ body }: Contract, parts: readonly Part[]): Source =>
  contractSource(toFields(body.fields), itemColumns, parts)

const unrestricted = (part: Part): Part => ({ ...part, source: { ...part.source, where: [] } })

async function findIn(ctx: Context, source: Source, id: string): Promise<ContractItem> {
  const found = await listFrom(ctx, source, ListRequest.parse({ ids: [id], size: 1 }))
  const [item] = found.parse<ContractItem>()
  if (!item) throw notFound('item', id)
  return item
}

const codesOf = ({ body }: Contract) => new Set(Object.keys(body.fields))

/** Values under the codes of the app. Values for which the app has no field are refused, because they would be lost. */
function toApp({ body }: Contract, { app, mapping }: Part, context: Json): Json {
  const lost = Object.keys(body.fields).filter(
    (code) => !Object.hasOwn(mapping, code) && (context[code] ?? null) !== null,
  )
  if (lost.length > 0) {
    const message = `items of ${pathOf(app)} have no such field`
    throw wrongValues(lost.map((path) => ({ path, message })))
  }
  const values = Object.entries(context).flatMap(([code, value]) => {
    const theirs = Object.hasOwn(mapping, code) ? mapping[code] : undefined
    if (theirs !== undefined) return [[theirs, value]]
    return code.startsWith('__') ? [[code, value]] : []
  })
  return Object.fromEntries(values)
}

/** Errors use the codes of the contract, which the caller knows. */
async function inOwnWords<T>({ app, mapping }: Part, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.details.length === 0) throw error
    const own = new Map(Object.entries(mapping).map(([code, theirs]) => [theirs, code]))
    const details = error.details.map(({ path, message }) => {
      const [theirs = '', ...rest] = path.split('.')
      const code = own.get(theirs) ?? (theirs.startsWith('__') ? theirs : undefined)
      if (code !== undefined) return { path: [code, ...rest].join('.'), message }
      return { path: '', message: `"${path}" of ${pathOf(app)} is not in the contract: ${message}` }
    })
    throw new AppError(error.code, describeDetails(details), { details })
  }
}
