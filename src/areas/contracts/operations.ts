import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'
import { Aggregated, AggregateRequest } from '../../lists/aggregate-request.ts'
import { Listed, ListRequest } from '../../lists/request.ts'

const InContract = z.object({ namespace: z.string(), code: z.string() })
const OfItem = InContract.extend({ id: Id })

/** An item of one of the apps, seen through the fields of the contract. */
export const ContractItem = z
  .looseObject({
    __id: Id,
    __source: z
      .object({ namespace: z.string(), code: z.string() })
      .optional()
      .describe('the app it is an item of'),
  })
  .meta({ id: 'ContractItem' })

const Context = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((context) => context ?? {})
  .describe('values by field of the contract')

const CONTRACT = '/pub/v1/contracts/{namespace}/{code}'

export const contracts = {
  createItem: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: `${CONTRACT}/create`,
    gives: [],
    summary: 'Create a contract item',
    description: 'In the default app of the contract.',
    params: InContract,
    input: z.object({ context: Context }),
    output: z.object({ item: ContractItem }),
  }),
  updateItem: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: `${CONTRACT}/{id}/update`,
    gives: [],
    summary: 'Edit a contract item',
    description: 'Only the given fields change; `null` clears.',
    params: OfItem,
    input: z.object({ context: Context }),
    headers: z.object({
      'if-match': z.string().optional().describe('change only if the item still has this ETag'),
    }),
    output: z.object({ item: ContractItem }),
  }),
  getItem: operation({
    method: ['GET', 'POST'],
    path: `${CONTRACT}/{id}/get`,
    summary: 'Get a contract item by ID',
    params: OfItem,
    input: ListRequest.pick({ fields: true }),
    output: z.object({ item: ContractItem }),
  }),
  listItems: operation({
    method: ['GET', 'POST'],
    path: `${CONTRACT}/list`,
    summary: 'List contract items',
    description: 'The items of every app of the contract that the caller may read, as one list.',
    params: InContract,
    input: ListRequest.omit({ statusCode: true, statusGroupId: true }),
    output: Listed(ContractItem),
  }),
  aggregate: operation({
    method: 'POST',
    reads: true,
    path: '/manage/v1/contracts/{namespace}/{code}/aggregate',
    summary: 'Compute numbers over contract items',
    description: 'Over the items of every app of the contract that the caller may read.',
    params: InContract,
    input: AggregateRequest.omit({ statusCode: true, statusGroupId: true }),
    output: Aggregated,
  }),
}
