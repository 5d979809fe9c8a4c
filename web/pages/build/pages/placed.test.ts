import { expect, test } from 'vitest'
import { addWidget, freeCode, placeWidget, resizeWidget, widgetFile } from './placed.ts'

const PAGE = 'workspaces/crm/pages/main.yaml'

test('a new widget is a file, and a line of the page', () => {
  const widget = { code: 'deals', name: 'Deals', type: 'number', settings: { app: 'crm/deals' } }
  const { code: _, ...value } = widget

  expect(addWidget(PAGE, { widgets: ['a'] }, widget)).toEqual([
    { file: 'workspaces/crm/widgets/deals.yaml', op: 'create', value },
    { file: PAGE, op: 'insert', at: ['widgets', 1], value: { widget: 'deals' } },
  ])
  expect(placeWidget(PAGE, {}, 'a')).toEqual([
    { file: PAGE, op: 'set', at: ['widgets'], value: ['a'] },
  ])
  expect(widgetFile(PAGE, 'x')).toBe('workspaces/crm/widgets/x.yaml')
})

test('another size changes only the lines that differ', () => {
  expect(resizeWidget(PAGE, 0, 'a', { width: 3, height: 1 })).toEqual([
    { file: PAGE, op: 'set', at: ['widgets', 0], value: { widget: 'a', width: 3, height: 1 } },
  ])
  expect(resizeWidget(PAGE, 2, { widget: 'a', width: 3 }, { width: 3, height: 2 })).toEqual([
    { file: PAGE, op: 'set', at: ['widgets', 2, 'height'], value: 2 },
  ])
  expect(
    resizeWidget(PAGE, 2, { widget: 'a', width: 3, height: 2 }, { width: 3, height: 2 }),
  ).toEqual([])
})

test.each([
  ['Won deals', [], 'won_deals'],
  ['Won deals', ['won_deals', 'won_deals_2'], 'won_deals_3'],
  ['Çà', [], 'c_a'],
  ['Сделки', [], 'widget'],
  ['2 things', [], 'widget_2_things'],
])('%s gets a free code', (name, taken, code) => {
  expect(freeCode(name, new Set(taken))).toBe(code)
})
