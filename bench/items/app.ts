import { readFileSync } from 'node:fs'

/** The apps that the cases of items speak of; each has the same twenty fields. */
export const SIZES = { huge: 1_000_000, large: 10_000, small: 1000 }
export type Size = keyof typeof SIZES
export const COMPANIES = 1000

const fields = readFileSync(new URL('./fields.yaml', import.meta.url), 'utf8')

/** The solution as the API takes it. */
export const files = [
  { path: 'solution.yaml', content: 'code: bench\nname: Bench\nversion: 1.0.0\n' },
  { path: 'workspaces/bench/workspace.yaml', content: 'name: Bench\n' },
  {
    path: 'workspaces/bench/apps/companies.yaml',
    content: 'name: Companies\nfields:\n  city: { name: City, type: STRING }\n',
  },
  ...Object.keys(SIZES).map((code) => ({
    path: `workspaces/bench/apps/${code}.yaml`,
    content: `name: ${code}\n${fields}`,
  })),
]

/** Ids follow from numbers, so that every process knows them. */
export const itemId = (number: number): string => idAt('0190', number)
export const companyId = (number: number): string => idAt('0191', number)

const idAt = (start: string, number: number) =>
  `${start}0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Items follow each other by the second. */
export const createdAt = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString()

/** What a caller sends to create an item; the reference is its own in the whole app. */
export const contextOf = (
  number: number,
  { reference, owner }: { reference: string; owner: string },
): Record<string, unknown> => ({
  title: `Delivery number ${number}`,
  note: 'The driver calls before he comes. Leave it with the porter if nobody opens.',
  place: `place ${number % 1000}`,
  reference,
  count: number % 1000,
  weight: (number % 5000) / 7,
  price: { cents: number % 100_000, currency: 'EUR' },
  paid: number % 2 === 0,
  due: '2026-06-01T10:00:00Z',
  day: '2026-06-01',
  urgency: [{ code: 'normal' }],
  tags: [{ code: 'fragile' }, { code: 'cold' }],
  company: [companyId(number % COMPANIES)],
  owner: [owner],
  phone: [{ type: 'work', tel: `+49 30 ${100_000 + number}` }],
  email: [{ type: 'work', email: `customer${number}@example.org` }],
  person: { lastname: 'Berger', firstname: 'Anna', middlename: '' },
  site: { city: 'Berlin', zip: 10115 },
  longitude: 13.4 + (number % 100) / 1000,
  latitude: 52.5 + (number % 100) / 1000,
})

/** A thousandth of the items, by equality on one indexed field, in the order of another. */
export const filtered = (number: number) => ({
  active: true,
  size: 50,
  filter: { tf: { count: { min: number % 1000, max: number % 1000 } } },
  sortExpressions: [{ field: 'due', ascending: false }],
})
