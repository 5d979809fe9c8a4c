import { expect, test } from 'vitest'
import { AppView } from '../../../../src/definitions/app-views.ts'
import { plainField } from '../../../fields/plain-field.ts'
import { MODES, readView, writeView } from './view.ts'
import { toDefinition } from './view-definition.ts'

const field = (type: string, code: string) => plainField(type, code, { code })
const FIELDS = [field('INTEGER', 'total'), field('CATEGORY', 'kind'), field('DATETIME', 'promised')]

const RULE = { isAny: false, parts: [{ field: 'total', operator: 'more' as const, value: 5 }] }
const FULL = {
  ...readView(new URLSearchParams()),
  columns: ['__name', 'total'],
  sort: [{ field: 'total', ascending: false }],
  filter: RULE,
  group: 'sales',
  groupBy: 'kind',
  lanes: 'kind',
  sumOf: 'total',
  colourBy: 'kind',
  until: 'promised',
  image: 'photo',
  summaries: { total: 'sum' as const },
  colours: [{ colour: 'red', when: RULE }],
}

test.each(MODES)('a view is shared as definitions write it: %s', (as) => {
  for (const view of [
    { ...readView(new URLSearchParams()), as },
    { ...FULL, as },
  ]) {
    const written = toDefinition('Mine', view, FIELDS)

    expect(AppView.safeParse(written).error?.message).toBeUndefined()
  }
})

test('what was chosen is in the definition', () => {
  const view = readView(new URLSearchParams(writeView({ ...FULL, as: 'table' })))

  expect(toDefinition('Mine', view, FIELDS)).toEqual({
    name: 'Mine',
    type: 'table',
    filter: { gt: [{ field: 'total' }, { const: 5 }] },
    groupBy: 'kind',
    columns: ['__name', 'total'],
    sort: [{ field: 'total', ascending: false }],
    summaries: { total: 'sum' },
    colours: [{ when: { gt: [{ field: 'total' }, { const: 5 }] }, colour: 'red' }],
  })
  expect(toDefinition('Days', { ...view, as: 'calendar' }, FIELDS).date).toBe('promised')
})
