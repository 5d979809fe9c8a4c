import { list } from '../src/lists/list.ts'
import { ListRequest } from '../src/lists/request.ts'
import { columnsNamed, fieldsOf, type Source } from '../src/lists/source.ts'
import { field, startFields } from './field-table.ts'

const id = (end: number) => `0192a1c0-5b7e-7c11-9a44-${String(end).padStart(12, '0')}`
export const [ANN, BOB] = [id(1), id(2)]
export const [DEAL, OTHER_DEAL, LEAD] = [id(11), id(12), id(13)]
export const [PHOTO, PLACE, GROUP] = [id(21), id(22), id(23)]

const column = (type: string, settings: object = {}) => ({ type, name: 'Column', ...settings })

/** A list with every type of field. */
export const fields = [
  field('STRING', {}, '__name'),
  field('DATETIME', {}, '__createdAt'),
  field('DATETIME', {}, '__deletedAt'),
  field('ID', {}, '__createdBy'),
  field('INTEGER', {}, '__index'),
  field('VERSION', {}, '__version'),
  field('STATUS', {}, '__status'),
  field('CODE', {}, 'code'),
  field('STRING', { kind: 'multiline' }, 'text'),
  field('LINK', {}, 'site'),
  field('INTEGER', {}, 'count'),
  field('FLOAT', {}, 'rate'),
  field('BOOLEAN', {}, 'done'),
  field('DATETIME', {}, 'at'),
  field('DATETIME', { kind: 'date' }, 'day'),
  field('DATETIME', { kind: 'time' }, 'clock'),
  field('DURATION', {}, 'spent'),
  field('CATEGORY', { options: { red: 'Red', blue: 'Blue' }, multiple: true }, 'colour'),
  field('MONEY', { currency: 'EUR' }, 'price'),
  field('PHONE', {}, 'phone'),
  field('EMAIL', {}, 'email'),
  field('ACCOUNT', {}, 'account'),
  field('FULL_NAME', {}, 'person'),
  field('FILE', { single: false }, 'files'),
  field('IMAGE', {}, 'photo'),
  field('SYS_USER', { single: false }, 'owners'),
  field('SYS_COLLECTION', { app: 'crm/deals', single: false }, 'deals'),
  field('SYS_OSNODE', {}, 'place'),
  field('REF_ITEM', { single: false }, 'about'),
  field('ROLE', { single: false }, 'roles'),
  field(
    'TABLE',
    {
      columns: {
        sum: column('FLOAT'),
        deal: column('SYS_COLLECTION', { app: 'crm/deals', single: false }),
        of: column('REF_ITEM', {}),
      },
    },
    'lines',
  ),
  field('JSON', {}, 'extra'),
]

export type Row = Record<string, unknown> & { __id: string }

/** Two full rows, one with empty texts and lists, one with nulls only. */
export const rows: Row[] = [
  {
    __id: id(101),
    __name: 'first',
    __createdAt: '2026-03-01T00:00:00Z',
    __createdBy: ANN,
    __index: 1,
    __version: 7,
    __status: { order: 0, status: 1 },
    code: 'first_code',
    text: 'Grüße, 50% off_ \\ "Ada"',
    site: 'https://example.com/a',
    count: 5,
    rate: 0.5,
    done: true,
    at: '2026-03-02T09:15:30Z',
    day: '2026-03-02T00:00:00Z',
    clock: '0001-01-01T14:30:00Z',
    spent: 5400,
    colour: [{ code: 'red' }],
    price: { cents: 1250, currency: 'EUR' },
    phone: [
      { type: 'work', tel: '+1 (555) 010-0200' },
      { type: 'home', tel: '8800' },
    ],
    email: [{ type: 'main', email: 'A.Lind@Firm.example' }],
    account: [{ type: 'telegram', login: 'ann_l' }],
    person: { lastname: 'Lind', firstname: 'Maria', middlename: '' },
    files: [PHOTO, DEAL],
    photo: [PHOTO],
    owners: [ANN],
    deals: [DEAL, OTHER_DEAL],
    place: [PLACE],
    about: [{ namespace: 'crm', code: 'deals', id: DEAL }],
    roles: [{ type: 'user', id: ANN }],
    lines: {
      rows: [
        { __id: id(31), sum: 1.5, deal: [DEAL, OTHER_DEAL], of: null },
        { __id: id(32), sum: null, deal: [], of: [{ namespace: 'crm', code: 'deals', id: DEAL }] },
      ],
    },
    extra: { a: 1 },
  },
  {
    __id: id(102),
    __name: 'Second',
    __createdAt: '2026-03-02T00:00:00Z',
    __deletedAt: '2026-03-05T00:00:00Z',
    __createdBy: BOB,
    __index: 2,
    __version: 8,
    __status: { order: 3, status: 2 },
    code: 'second_code',
    text: 'grusse',
    site: 'http://example.org',
    count: -3,
    rate: 1e10,
    done: false,
    at: '2026-03-03T00:00:00Z',
    day: '1960-01-01T00:00:00Z',
    clock: '0001-01-01T00:00:00Z',
    spent: 60,
    colour: [{ code: 'blue' }, { code: 'red' }],
    price: { cents: 1250, currency: 'USD' },
    phone: [{ type: 'work', tel: '+44 20 7946' }],
    email: [
      { type: 'main', email: 'bob@other.example' },
      { type: 'work', email: 'b2@firm.example' },
    ],
    account: [{ type: 'skype', login: 'bob' }],
    person: { lastname: 'Berg', firstname: 'Bo', middlename: 'Lindsay' },
    files: [PHOTO],
    photo: [PHOTO],
    owners: [BOB, ANN],
    deals: [OTHER_DEAL],
    place: [GROUP],
    about: [
      { namespace: 'crm', code: 'leads', id: LEAD },
      { namespace: 'crm', code: 'deals', id: OTHER_DEAL },
    ],
    roles: [{ type: 'group', id: GROUP }],
    lines: { rows: [] },
    extra: [1],
  },
  {
    __id: id(103),
    __name: 'third',
    __createdAt: '2026-03-03T00:00:00Z',
    __index: 3,
    text: '',
    site: '',
    colour: [],
    phone: [],
    email: [],
    account: [],
    person: {},
    files: [],
    photo: [],
    owners: [],
    deals: [],
    place: [],
    about: [],
    roles: [],
  },
  { __id: id(104), __name: 'fourth', __createdAt: '2026-03-04T00:00:00Z', __index: 4 },
]

const STATUSES = [
  { id: 1, code: 'new', groupId: id(41) },
  { id: 2, code: 'done', groupId: id(42) },
]

/** The sample in a real table, and its list. */
export async function startSample() {
  const { db, run, makeTable } = await startFields()
  const table = await makeTable(fields)
  for (const row of rows) await table.insert(row, row.__id)
  const source: Source = {
    table: table.name,
    columns: new Map([
      ['__id', { field: field('ID', {}, '__id'), columns: columnsNamed('id') }],
      ...fields.map(
        (each) => [each.code, { field: each, columns: columnsNamed(each.code) }] as const,
      ),
    ]),
    where: [],
    order: [{ field: '__createdAt', ascending: true }],
    statuses: STATUSES,
  }
  const ask = async (request: object, from: Source = source) => {
    const found = await list(db, from, ListRequest.parse(request))
    const { total, after } = found
    return { rows: found.parse<Row>(), total, ...(after !== undefined && { after }) }
  }
  return { db, run, makeTable, table, source, fields: fieldsOf(source.columns), ask }
}

/** The same list as if all its fields were indexed. */
export const withIndexes = (source: Source): Source => ({
  ...source,
  columns: new Map(
    Array.from(source.columns, ([code, column]) => [
      code,
      { ...column, field: { ...column.field, indexed: true } },
    ]),
  ),
})
