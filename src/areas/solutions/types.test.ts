import { expect, test } from 'vitest'
import { appSolution, insertItems, solution, startSolutions } from '../../../test/solution.ts'
import { toFields } from '../../definitions/field.ts'
import { toSnapshot } from '../../definitions/snapshot.ts'
import { fieldTypeOf, fieldTypes } from '../../fields/registry.ts'
import { columnsWithTypes } from './tables.ts'

const { app, apply, plan, sql } = await startSolutions()

const withField = (code: string, field: string) =>
  appSolution(code, 'deals', `name: Deals\nfields:\n  value: { name: Value, ${field} }\n`)

/** An app with one field that has these values. */
async function start(code: string, field: string, values: unknown[]): Promise<string[]> {
  await apply(withField(code, field))
  return insertItems(
    sql,
    `ws_${code}.deals`,
    values.map((value) => ({ value })),
  )
}

const valuesOf = async (code: string, columns = 'value') => {
  const { rows } = await sql.query(`select ${columns} from ws_${code}.deals order by "__index"`)
  return rows.map((row) => row.value)
}

test('a type changes under data when every value fits', async () => {
  await start('fits', 'type: STRING', ['12', ' 7 ', null])
  const files = withField('fits', 'type: INTEGER')

  const { changes } = await plan(files)
  await apply(files)

  expect(changes.at(-1)).toMatchObject({
    words: ['field "value": type "STRING" → "INTEGER"', 'field "value": kind removed ("text")'],
    data: ['"value" becomes INTEGER with 2 values'],
    blockers: [],
  })
  expect(await valuesOf('fits')).toEqual([12, 7, null])
})

test('values that do not fit are shown, and lost only when that is wanted', async () => {
  const [, id = ''] = await start('misfit', 'type: STRING', ['12', 'twelve', null])
  const files = withField('misfit', 'type: INTEGER')

  const { changes } = await plan(files)
  await expect(apply(files)).rejects.toMatchObject({ status: 409 })
  const before = await valuesOf('misfit')
  await apply(files, true)

  expect(changes.at(-1)?.blockers).toEqual([
    {
      text: '"value": INTEGER does not fit 1 value',
      rows: [{ id, value: 'twelve' }],
      canLose: true,
      isForGood: true,
    },
  ])
  expect(changes.at(-1)?.data).toContain(
    '1 value of "value" deleted for good: no roll back brings them back',
  )
  expect(before).toEqual(['12', 'twelve', null])
  expect(await valuesOf('misfit')).toEqual([12, null, null])
})

test('only the first ten values that do not fit are shown', async () => {
  await start(
    'many_misfits',
    'type: STRING',
    Array.from({ length: 12 }, (_, at) => `no ${at}`),
  )

  const { changes } = await plan(withField('many_misfits', 'type: INTEGER'))

  const [blocker] = changes.at(-1)?.blockers ?? []
  expect(blocker?.text).toBe('"value": INTEGER does not fit 12 values')
  expect(blocker?.rows).toHaveLength(10)
})

test('a field becomes one of two columns', async () => {
  await start('two_columns', 'type: STRING', ['12.5', null])

  await apply(withField('two_columns', 'type: MONEY, currency: EUR'))

  expect(await valuesOf('two_columns', 'row(value, "value$currency")::text as value')).toEqual([
    '(1250,EUR)',
    '(,)',
  ])
})

test('a field of two columns becomes one', async () => {
  await start('one_column', 'type: MONEY, currency: EUR', [])
  await insertItems(sql, 'ws_one_column.deals', [{ value: 1250, value$currency: 'EUR' }])

  await apply(withField('one_column', 'type: STRING'))

  expect(await valuesOf('one_column')).toEqual(['12.50 EUR'])
})

test('a type without a way is refused while there are values', async () => {
  await start('no_way', 'type: BOOLEAN', [true])
  const files = withField('no_way', 'type: FILE')

  await expect(apply(files)).rejects.toThrow(
    '"value": BOOLEAN cannot become FILE, and it has 1 value',
  )
  const { changes } = await apply(files, true)

  expect(changes.at(-1)?.data).toContain(
    '1 value of "value" deleted for good: no roll back brings them back',
  )
  expect(await valuesOf('no_way')).toEqual([null])
})

test('narrower settings are checked against the values there are', async () => {
  const [, id = ''] = await start('narrower', 'type: INTEGER', [5, 50])
  const files = withField('narrower', 'type: INTEGER, max: 10')

  const { changes } = await plan(files)

  expect(changes.at(-1)?.blockers).toEqual([
    {
      text: '"value": its new settings do not fit 1 value',
      rows: [{ id, value: '50' }],
      canLose: true,
      isForGood: true,
    },
  ])
  await apply(files, true)
  expect(await valuesOf('narrower')).toEqual([5, null])
})

test('an option that items have chosen stays', async () => {
  await start('option', 'type: CATEGORY, options: { low: Low, high: High }', [['low'], ['high']])

  const refused = apply(withField('option', 'type: CATEGORY, options: { high: High }'))

  await expect(refused).rejects.toThrow('"value": its new settings do not fit 1 value')
})

test('different texts that become the same number are doubles', async () => {
  const ids = await start('new_doubles', 'type: STRING, unique: true', ['1', '01', '2', 'two'])

  const { changes } = await plan(withField('new_doubles', 'type: INTEGER, unique: true'))

  expect(changes.at(-1)?.blockers).toEqual([
    expect.objectContaining({ text: '"value": INTEGER does not fit 1 value' }),
    {
      text: '"value" cannot be unique: 2 items have duplicate values',
      rows: expect.arrayContaining([
        { id: ids[0], value: '1' },
        { id: ids[1], value: '01' },
      ]),
      canLose: false,
    },
  ])
})

test('a rewritten field keeps its indexes', async () => {
  await start('kept_index', 'type: INTEGER, indexed: true, unique: true', [1])

  await apply(withField('kept_index', 'type: FLOAT, indexed: true, unique: true'))

  const { rows } = await sql.query(
    `select indexdef from pg_indexes where schemaname = 'ws_kept_index' and indexdef like '%value%'`,
  )
  expect(rows).toHaveLength(2)
})

test('a field that comes back with another type converts what it left behind', async () => {
  await start('other_type', 'type: STRING', ['12'])
  await apply(appSolution('other_type', 'deals', 'name: Deals\n'), true)

  await apply(withField('other_type', 'type: INTEGER'))

  expect(await valuesOf('other_type')).toEqual([12])
  const snapshot = toSnapshot(await app.platform.definitions.current(app.platform.db))
  expect(snapshot.findApp('other_type', 'deals')?.removedFields).toEqual([])
})

const ID = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'

/** A value of each type in its wire form. */
const samples: Record<string, unknown> = {
  STRING: '12',
  LINK: 'https://example.com',
  INTEGER: 12,
  FLOAT: 1.5,
  BOOLEAN: true,
  DATETIME: '2026-03-02T09:15:00Z',
  DURATION: 5400,
  CATEGORY: [{ code: 'low', name: 'Low' }],
  MONEY: { cents: 1250, currency: 'EUR' },
  PHONE: [{ type: 'work', tel: '+49301234' }],
  EMAIL: [{ type: 'work', email: 'a@example.com' }],
  ACCOUNT: [{ type: 'skype', login: 'a' }],
  FULL_NAME: { lastname: 'A', firstname: 'B', middlename: 'C' },
  FILE: [ID],
  IMAGE: [ID],
  SYS_USER: [ID],
  SYS_COLLECTION: [ID],
  REF_ITEM: [{ namespace: 'pairs', code: 'from_STRING', id: ID }],
  SYS_OSNODE: [ID],
  ROLE: [{ type: 'user', id: ID }],
  JSON: { a: 1 },
  TABLE: { rows: [{ item: 'x' }] },
}

const settings: Record<string, string> = {
  CATEGORY: ', options: { low: Low }',
  MONEY: ', currency: EUR',
  SYS_COLLECTION: ', app: pairs/from_STRING',
  TABLE: ', columns: { item: { name: Item, type: STRING } }',
}

const types = fieldTypes.map(({ type }) => type)
const flagsOf = (type: string) => {
  const { index, searchIndex, uniqueKey } = fieldTypeOf(type)
  return [index && 'indexed', searchIndex && 'searchable', uniqueKey && 'unique']
    .filter(Boolean)
    .map((flag) => `, ${flag}: true`)
    .join('')
}
const definition = (type: string) => `type: ${type}${settings[type] ?? ''}${flagsOf(type)}`

test('every type becomes every other, or says why not', async () => {
  const pairs = (fieldType: (from: string, to: string) => string) =>
    solution(
      'pairs',
      Object.fromEntries(
        types.map((from) => [
          `workspaces/pairs/apps/from_${from}.yaml`,
          `name: From\nfields:\n${types.map((to) => `  to_${to}: { name: To, ${definition(fieldType(from, to))} }\n`).join('')}`,
        ]),
      ),
    )
  await apply(pairs((from) => from))
  const snapshot = toSnapshot(await app.platform.definitions.current(app.platform.db))
  for (const from of types) {
    const fields = toFields(snapshot.findApp('pairs', `from_${from}`)?.body.fields ?? {})
    const columns = fields.flatMap((field) => {
      const type = fieldTypeOf(field.type)
      const written = type.write(type.value(field).parse(samples[from]), field)
      return columnsWithTypes(field).map(({ name }, at) => [name, written[at]] as const)
    })
    await insertItems(sql, `ws_pairs."from_${from}"`, [Object.fromEntries(columns)])
  }

  const wanted = pairs((_, to) => to)
  const { changes } = await plan(wanted)
  await apply(wanted, true)

  expect(changes.flatMap(({ blockers }) => blockers).every(({ canLose }) => canLose)).toBe(true)
  const again = await apply(wanted)
  expect(again.changes.every(({ action }) => action === 'unchanged')).toBe(true)
})

test('values never follow an old code that is used again', async () => {
  const both = 'mobile: { name: M, type: STRING, renamedFrom: [value] }'
  const again = appSolution(
    'again',
    'deals',
    `name: Deals\nfields:\n  value: { name: V, type: STRING }\n  ${both}\n`,
  )
  await start('again', 'type: STRING', ['030 12'])
  const options = (list: string, renamed = '') =>
    withField('returned', `type: CATEGORY, options: { ${list} }${renamed}`)
  const RENAMED = ', renamedOptions: { begun: open }'
  await apply(options('begun: Begun, open: Open again', RENAMED))
  await insertItems(sql, 'ws_returned.deals', [{ value: ['open'] }])

  await expect(plan(again)).rejects.toThrow('"value" is a field again')
  const { changes } = await plan(options('begun: Begun', RENAMED))

  expect(changes.at(-1)?.blockers).toHaveLength(1)
})
