/** An app of an ordinary size, as Kontor knows it and as a hand-written service would store it. */
export const COUNT = 100_000
export const COMPANIES = 1000
const KINDS = [
  'sale',
  'service',
  'supply',
  'lease',
  'rent',
  'loan',
  'gift',
  'trade',
  'audit',
  'test',
]

export const YAML = `name: Orders
fields:
  title: { name: Title, type: STRING, required: true }
  note: { name: Note, type: STRING, kind: text }
  reference: { name: Reference, type: STRING, indexed: true }
  amount: { name: Amount, type: MONEY, currency: EUR }
  pieces: { name: Pieces, type: INTEGER, indexed: true }
  paid: { name: Paid, type: BOOLEAN }
  due: { name: Due, type: DATETIME, indexed: true }
  kind:
    name: Kind
    type: CATEGORY
    indexed: true
    options: { ${KINDS.map((code) => `${code}: ${code}`).join(', ')} }
  company: { name: Company, type: SYS_COLLECTION, app: floor/companies, indexed: true }
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }]
rights:
  group:all_users: [read, create, update]
`

export const files = {
  'workspaces/floor/apps/companies.yaml':
    'name: Companies\nfields: {}\nrights:\n  group:all_users: [read]\n',
  'workspaces/floor/apps/orders.yaml': YAML,
}

export const idAt = (start: string, number: number) =>
  `${start}0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
export const orderId = (number: number): string => idAt('0190', number % COUNT)
export const companyId = (number: number): string => idAt('0191', number % COMPANIES)
export const kindOf = (number: number): string => KINDS[number % KINDS.length] ?? ''

const DAWN = Date.UTC(2026, 0, 1)

/** A new order in the words of the API. */
export const contextOf = (number: number): Record<string, unknown> => ({
  title: `Order number ${number}`,
  note: 'The driver calls before he comes. Leave it with the porter if nobody opens.',
  reference: `R-${number}`,
  amount: { cents: number % 100_000, currency: 'EUR' },
  pieces: number % 1000,
  paid: number % 2 === 0,
  due: new Date(DAWN + (number % 50_000) * 60_000).toISOString(),
  kind: [{ code: kindOf(number) }],
  company: [companyId(number)],
})

/** The same for the floor. */
export const plainOf = (number: number): Record<string, unknown> => ({
  ...contextOf(number),
  cents: number % 100_000,
  kind: kindOf(number),
  company: companyId(number),
})

/** What changes in an update, in the words of either. */
export const changesOf = (number: number): Record<string, unknown> => ({
  title: `Order number ${number}, changed`,
  pieces: number % 1000,
})

export const FLOOR_TABLES = `
  create schema floor;
  create table floor.companies as select "__id" as id, "__name" as name from ws_floor.companies;
  alter table floor.companies add primary key (id);
  create table floor.orders (
    id uuid primary key default gen_random_uuid(), title text not null, note text, reference text,
    cents bigint, pieces integer, paid boolean, due timestamptz, kind text,
    company uuid references floor.companies, status integer not null default 1,
    version integer not null default 1, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), deleted_at timestamptz)
    with (fillfactor = 85);
  insert into floor.orders (id, title, note, reference, cents, pieces, paid, due, kind, company, created_at)
    select "__id", title, note, reference, amount, pieces, paid, due, kind[1], company[1], "__createdAt"
    from ws_floor.orders;
  create index on floor.orders (reference);
  create index on floor.orders (pieces);
  create index on floor.orders (due);
  create index on floor.orders (kind);
  create index on floor.orders (company);
  create index on floor.orders (created_at);
  vacuum analyze`
