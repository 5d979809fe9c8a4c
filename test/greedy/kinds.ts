import { OFFICE, requestOf, STATUSES } from '../load/company.ts'
import { type Greedy, leaveUnread } from './caller.ts'

/** What somebody does again and again, so many times at once. */
export type Kind = { name: string; atOnce: number; act(greedy: Greedy): Promise<unknown> }

const APP = `/manage/v1/apps/${OFFICE.namespace}/${OFFICE.code}`
const ITEMS = `/pub/v1/app/${OFFICE.namespace}/${OFFICE.code}`
const LIST = `${ITEMS}/list`
const MORE = 'from [office.requests] where [amount] > parent.[amount]'
const eql = (query: string) => ({ filter: { eql: { query } } })
/** Columns without an index: every row is looked at. */
const scan = { filter: { tf: { text: 'budget' } }, sortExpressions: [{ field: 'text' }] }

const itemOf = ({ company }: Greedy, at: number) => company.items[at % company.items.length] ?? ''
const anyNumber = () => Math.floor(Math.random() * 1e6)
const csv = (rows: number) =>
  `title,amount\n${Array.from({ length: rows }, (_, at) => `Row ${at},${at}`).join('\n')}\n`

/** Twenty ways to take more than one's share. */
export const KINDS: Kind[] = [
  {
    name: 'nested comparisons of every item with every other',
    atOnce: 12,
    act: (greedy) => greedy.list(eql(`Count(${MORE} and Count(${MORE}) > 3) > 3`)),
  },
  {
    name: 'comparisons of some items with every other',
    atOnce: 12,
    act: (greedy) => greedy.list(eql(`[amount] > 9900 and Count(${MORE}) > 3`)),
  },
  { name: 'lists by texts without an index', atOnce: 24, act: (greedy) => greedy.list(scan) },
  {
    name: 'pages far behind the first one',
    atOnce: 24,
    act: (greedy) => greedy.list({ from: greedy.company.items.length - 10, size: 10 }),
  },
  { name: 'the largest pages', atOnce: 12, act: (greedy) => greedy.list({ size: 1000 }) },
  {
    name: 'numbers over all items',
    atOnce: 24,
    act: (greedy) =>
      greedy.post(`${APP}/aggregate`, {
        groupBy: [{ field: 'agent' }, { field: 'priority' }],
        filter: { tf: { amount: { min: anyNumber() % 100, max: null } } },
      }),
  },
  {
    name: 'exports',
    atOnce: 30,
    act: (greedy) => greedy.post(`${APP}/export`, { format: 'csv' }),
  },
  {
    name: 'exports that nobody reads',
    atOnce: 30,
    act: (greedy) =>
      greedy.send(`${APP}/export`, {
        method: 'POST',
        body: '{"format":"xlsx"}',
        take: leaveUnread(greedy.end),
      }),
  },
  {
    name: 'searches for what is everywhere',
    atOnce: 30,
    act: (greedy) => greedy.send('/manage/v1/search?q=request+budget', {}),
  },
  {
    name: 'lists whose caller hangs up',
    atOnce: 12,
    act: (greedy) => greedy.sendAndLeave(LIST, eql(`[amount] > 9000 and Count(${MORE}) > 3`)),
  },
  {
    name: 'changes of one item',
    atOnce: 50,
    act: (greedy) =>
      greedy.post(`${ITEMS}/${itemOf(greedy, 0)}/update`, { context: { amount: anyNumber() } }),
  },
  {
    name: 'many new items at once',
    atOnce: 8,
    act: (greedy) =>
      greedy.post('/pub/v1/app/items/batch', {
        items: Array.from({ length: 100 }, (_, at) => ({
          ...OFFICE,
          context: requestOf(at, greedy.company.people[0]?.id ?? ''),
        })),
      }),
  },
  {
    name: 'changes of many items',
    atOnce: 8,
    act: (greedy) =>
      greedy.post(`${APP}/items/change`, {
        ids: greedy.company.items.slice(0, 100),
        change: { status: STATUSES[anyNumber() % STATUSES.length] },
      }),
  },
  {
    name: 'process starts',
    atOnce: 24,
    act: (greedy) =>
      greedy.post('/pub/v1/bpm/template/office/approval/run', {
        context: { who: [greedy.company.people.at(-1)?.id] },
      }),
  },
  { name: 'uploads of 4 MB', atOnce: 12, act: (greedy) => greedy.upload('x'.repeat(4e6)) },
  {
    name: 'imports',
    atOnce: 8,
    act: async (greedy) => {
      const fileHash = await greedy.upload(csv(500), 'file/upload')
      await greedy.post(`${ITEMS}/import`, { fileHash })
    },
  },
  {
    name: 'previews of imports',
    atOnce: 12,
    act: async (greedy) => {
      const fileHash = await greedy.upload(csv(5000), 'file/upload')
      await greedy.post(`${APP}/import/preview`, { fileHash })
    },
  },
  {
    name: 'streams of all events from the first one',
    atOnce: 100,
    act: (greedy) => greedy.send('/events?lastEventId=0', { take: leaveUnread(greedy.end) }),
  },
  {
    name: 'small requests without a pause',
    atOnce: 64,
    act: (greedy) => greedy.send(`${ITEMS}/${itemOf(greedy, anyNumber())}/get`, {}),
  },
  {
    name: 'requests that make no sense',
    atOnce: 24,
    act: (greedy) => greedy.list({ filter: { and: Array(900).fill({ eq: [{ field: 'x' }, 1] }) } }),
  },
]
