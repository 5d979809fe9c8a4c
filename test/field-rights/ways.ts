import { feedNow } from '../search.ts'
import { CODE, type Stand, VALUE } from './stand.ts'

type Person = { id: string; token: string }

/** A request of a user in one of the workspaces. `id` is new and the same in both. */
export type Asking = { stand: Stand; by: Person; space: string; id: string }
export type Way = (asking: Asking) => Promise<unknown>

const client = ({ stand, by }: Asking) => stand.as(by)
const staff = ({ space }: Asking) => ({ namespace: space, code: 'staff' })
const teams = ({ space }: Asking) => ({ namespace: space, code: 'teams' })
const one = (asking: Asking) => ({ ...staff(asking), id: asking.stand.ids.one })
const contract = ({ space }: Asking) => ({ namespace: space, code: 'paid' })
const check = ({ space }: Asking) => ({ namespace: space, code: 'check' })

type Request = Record<string, unknown>

/** All variants of a list request. */
const REQUESTS: Record<string, (asking: Asking) => Request> = {
  everything: () => ({}),
  'some fields': () => ({ fields: { title: true, [CODE]: true } }),
  'all but some fields': () => ({ fields: { '*': true, title: false } }),
  'what is linked': () => ({ fields: { '*': true, team: { lead: { '*': true } } } }),
  sorted: () => ({ sortExpressions: [{ field: CODE, ascending: false }] }),
  'page by page': () => ({ sortExpressions: [{ field: CODE }], after: '', size: 1 }),
  tf: () => ({ filter: { tf: { [CODE]: { min: VALUE } } } }),
  'tf, empty': () => ({ filter: { tf: { [CODE]: null } } }),
  'an operator': () => ({ filter: { gte: [{ field: CODE }, { const: VALUE }] } }),
  logic: () => ({ filter: { or: [{ not: { tf: { [CODE]: VALUE } } }, { tf: { grade: 9 } }] } }),
  EQL: () => ({ filter: { eql: { query: `[${CODE}] > ${VALUE - 1}` } } }),
  'EQL, empty': () => ({ filter: { eql: { query: `not [${CODE}] is null` } } }),
  'EQL through links': () => ({ filter: { eql: { query: `[team.lead.${CODE}] > 1` } } }),
  'EQL, a sub-query': ({ space }) => ({
    filter: {
      eql: { query: `[__id] in (select [__id] from [${space}.staff] where [${CODE}] > 9)` },
    },
  }),
  'EQL, what a sub-query selects': ({ space }) => ({
    filter: { eql: { query: `[grade] in (select [${CODE}] from [${space}.staff])` } },
  }),
  'EQL, the item around': ({ space }) => ({
    filter: {
      eql: { query: `[__id] in (select [lead] from [${space}.teams] where parent.[${CODE}] > 1)` },
    },
  }),
  'EQL, counted': ({ space }) => ({
    filter: {
      eql: { query: `Count(select [__id] from [${space}.staff] where [${CODE}] > 9) > 0` },
    },
  }),
  'EQL, values counted': () => ({ filter: { eql: { query: `Count([${CODE}]) = 1` } } }),
}

const eachRequest = (ask: (asking: Asking, input: Request) => Promise<unknown>) =>
  Object.fromEntries(
    Object.entries(REQUESTS).map(([name, request]): [string, Way] => [
      name,
      (asking) => ask(asking, request(asking)),
    ]),
  )

/** What is computed of the field, by it, and ordered by it. */
const NUMBERS = [
  { values: [{ function: 'sum' as const, field: CODE }] },
  { values: [{ function: 'count' as const, field: CODE }] },
  { groupBy: [{ field: CODE }] },
  { groupBy: [{ field: 'title' }], values: [{ function: 'max' as const, field: CODE }] },
  { trend: { field: CODE, over: 'year' as const } },
]

const subQuery = ({ space }: Asking): Request => ({
  filter: { eql: { query: `Count(select [__id] from [${space}.staff] where [${CODE}] > 9) > 0` } },
})

/** The same for lists that reach items only through links. */
const REACHED: Record<string, (asking: Asking) => Request> = {
  'what is linked': () => ({ fields: { '*': true, person: { '*': true } } }),
  'EQL, a sub-query': subQuery,
}
const eachReached = (ask: (asking: Asking, input: Request) => Promise<unknown>) =>
  Object.fromEntries(
    Object.entries(REACHED).map(([name, request]): [string, Way] => [
      name,
      (asking) => ask(asking, request(asking)),
    ]),
  )

const changed = (asking: Asking) => ({ grade: 3, [CODE]: VALUE, team: [asking.stand.ids.team] })

/** By operation, every way in which it could reveal a field. */
export const ways: Record<string, Record<string, Way>> = {
  'apps.getItem': {
    'an item': (asking) => client(asking).apps.getItem({ params: one(asking), input: {} }),
    'some of it': (asking) =>
      client(asking).apps.getItem({
        params: one(asking),
        input: { fields: { [CODE]: true, team: { lead: { [CODE]: true } } } },
      }),
  },
  'guests.item': {
    'in words': (asking) => client(asking).guests.item({ params: one(asking) }),
  },
  'apps.makeDocument': {
    'by its size': async (asking) => {
      const { result } = await client(asking).scheme.listAppDocuments({ params: staff(asking) })
      const input = { template: result.result[0]?.__id ?? '' }
      return client(asking).apps.makeDocument({ params: one(asking), input })
    },
  },
  'apps.listItems': {
    ...eachRequest((asking, input) =>
      client(asking).apps.listItems({ params: staff(asking), input }),
    ),
    'from another app': (asking) =>
      client(asking).apps.listItems({
        params: teams(asking),
        input: { fields: { lead: { '*': true }, members: { [CODE]: true } } },
      }),
  },
  'apps.aggregate': {
    ...Object.fromEntries(
      Object.entries(REQUESTS)
        .filter(([name]) => /^(tf|an op|logic|EQL)/.test(name))
        .map(([name, request]): [string, Way] => [
          name,
          (asking) =>
            client(asking).apps.aggregate({ params: staff(asking), input: request(asking) }),
        ]),
    ),
    ...Object.fromEntries(
      NUMBERS.map((input): [string, Way] => [
        JSON.stringify(input),
        (asking) => client(asking).apps.aggregate({ params: staff(asking), input }),
      ]),
    ),
  },
  'apps.createItem': {
    'an item': (asking) =>
      client(asking).apps.createItem({
        params: staff(asking),
        input: { context: { __id: asking.id, title: 'C', ...changed(asking) } },
      }),
    'a value that does not fit': (asking) =>
      client(asking).apps.createItem({
        params: staff(asking),
        input: { context: { __id: asking.id, title: 'C', [CODE]: 'much' } },
      }),
  },
  'apps.updateItem': {
    'an item': (asking) =>
      client(asking).apps.updateItem({
        params: one(asking),
        input: { context: changed(asking) },
      }),
  },
  'apps.setStatus': {
    'another status': (asking) =>
      client(asking).apps.setStatus({ params: one(asking), input: { status: { code: 'done' } } }),
    'the same status': (asking) =>
      client(asking).apps.setStatus({ params: one(asking), input: { status: { code: 'done' } } }),
  },
  'apps.restoreItem': {
    'an item that is there': (asking) => client(asking).apps.restoreItem({ params: one(asking) }),
    'an item that was deleted': async (asking) => {
      await client(asking).apps.deleteItem({ params: one(asking) })
      return client(asking).apps.restoreItem({ params: one(asking) })
    },
  },
  'apps.createItems': {
    'two items': (asking) =>
      client(asking).apps.createItems({
        input: {
          items: [
            { ...staff(asking), context: { __id: asking.id, title: 'D', ...changed(asking) } },
          ],
        },
      }),
  },
  'apps.upsertItems': {
    'by the field': (asking) =>
      client(asking).apps.upsertItems({
        params: staff(asking),
        input: { key: CODE, items: [{ context: { __id: asking.id, title: 'E', [CODE]: 77 } }] },
      }),
  },
  'apps.exportItems': {
    ...eachRequest(async (asking, { after: _, size: __, ...input }) => {
      const { text } = await client(asking).apps.exportItems({ params: staff(asking), input })
      return text
    }),
  },
  'apps.previewImport': {
    'a column of the field': async (asking) => {
      const { disk, apps } = client(asking)
      await disk.uploadTemporary({ input: { hash: asking.id }, file: `title,${CODE}\nF,7\n` })
      return apps.previewImport({ params: staff(asking), input: { fileHash: asking.id } })
    },
  },
  'apps.importItems': {
    'a column of the field': async (asking) => {
      const { by, space, stand } = asking
      const importId = await stand.load(by, space, `title,${CODE}\nF,7\n`)
      return client(asking).apps.importStatus({ params: staff(asking), input: { importId } })
    },
  },
  'apps.importStatus': {
    "somebody else's import": async (asking) => {
      const { space, stand } = asking
      const importId = await stand.load(stand.admin, space, `title,${CODE}\nG,x\n`)
      const { errors } = await client(asking).apps.importStatus({
        params: staff(asking),
        input: { importId },
      })
      return errors.filter(({ column }) => column === CODE)
    },
  },
  'contracts.getItem': {
    'an item': (asking) =>
      client(asking).contracts.getItem({
        params: { ...contract(asking), id: asking.stand.ids.one },
        input: {},
      }),
  },
  'contracts.aggregate': {
    'a sum': (asking) =>
      client(asking).contracts.aggregate({
        params: contract(asking),
        input: { values: [{ function: 'sum', field: 'pay' }] },
      }),
    groups: (asking) =>
      client(asking).contracts.aggregate({
        params: contract(asking),
        input: { groupBy: [{ field: 'pay' }] },
      }),
  },
  'contracts.listItems': {
    everything: (asking) =>
      client(asking).contracts.listItems({ params: contract(asking), input: {} }),
    sorted: (asking) =>
      client(asking).contracts.listItems({
        params: contract(asking),
        input: { sortExpressions: [{ field: 'pay', ascending: true }], fields: { label: true } },
      }),
    filtered: (asking) =>
      client(asking).contracts.listItems({
        params: contract(asking),
        input: { filter: { tf: { pay: { min: 1 } } } },
      }),
    EQL: (asking) =>
      client(asking).contracts.listItems({
        params: contract(asking),
        input: { filter: { eql: { query: '[pay] > 1' } } },
      }),
  },
  'contracts.createItem': {
    'with a value': (asking) =>
      client(asking).contracts.createItem({
        params: contract(asking),
        input: { context: { __id: asking.id, label: 'H', pay: VALUE } },
      }),
    'without one': (asking) =>
      client(asking).contracts.createItem({
        params: contract(asking),
        input: { context: { __id: asking.id, label: 'H' } },
      }),
  },
  'contracts.updateItem': {
    'with a value': (asking) =>
      client(asking).contracts.updateItem({
        params: { ...contract(asking), id: asking.stand.ids.one },
        input: { context: { pay: VALUE } },
      }),
    'without one': (asking) =>
      client(asking).contracts.updateItem({
        params: { ...contract(asking), id: asking.stand.ids.one },
        input: { context: { label: 'A' } },
      }),
  },
  'workplace.page': {
    'a page with widgets': (asking) =>
      client(asking).workplace.page({ params: { namespace: asking.space, code: 'main' } }),
  },
  'reports.catalog': {
    'what there is': async (asking) => {
      const { reports } = await client(asking).reports.catalog({})
      return reports.filter(({ namespace }) => namespace === asking.space)
    },
  },
  'reports.listRows': Object.fromEntries(
    ['sums', 'rich', 'text'].map((code): [string, Way] => [
      `the report ${code}`,
      (asking) =>
        client(asking).reports.listRows({ params: { namespace: asking.space, code }, input: {} }),
    ]),
  ),
  'scheme.listApps': {
    'the apps of a workspace': (asking) =>
      client(asking).scheme.listApps({ params: { namespace: asking.space }, input: {} }),
  },
  'scheme.getApp': {
    'an app': (asking) => client(asking).scheme.getApp({ params: staff(asking) }),
  },
  'messages.activity': {
    'what happened to an item': (asking) =>
      client(asking).messages.activity({ params: one(asking) }),
  },
  'search.find': {
    'by its value': async (asking) => {
      await feedNow(asking.stand.app.platform)
      return client(asking).search.find({ input: { q: String(VALUE), namespace: asking.space } })
    },
  },
  'bpm.listByTemplate': eachReached((asking, input) =>
    client(asking).bpm.listByTemplate({ params: check(asking), input }),
  ),
  'bpm.listByTemplateId': eachReached(async (asking, input) => {
    const { __id: id } = (await client(asking).scheme.getProcess({ params: check(asking) }))
      .template
    return client(asking).bpm.listByTemplateId({ params: { id }, input })
  }),
  ...Object.fromEntries(
    (['list', 'listIncoming', 'listOutgoing', 'listAssisting'] as const).map((name) => [
      `tasks.${name}`,
      {
        'EQL, a sub-query': (asking: Asking) =>
          client(asking).tasks[name]({ input: subQuery(asking) }),
      },
    ]),
  ),
  'tasks.listOfUser': {
    'EQL, a sub-query': (asking) =>
      client(asking).tasks.listOfUser({
        params: { id: asking.stand.ann.id },
        input: subQuery(asking),
      }),
  },
}
