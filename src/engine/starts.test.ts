import { expect, test } from 'vitest'
import { exitsAt } from './exits.ts'
import { begin, load } from './models/load.ts'
import { nextStart, startsOf } from './starts.ts'

test('the triggered start events are listed', async () => {
  const { model } = await load('element-starts')

  expect(startsOf(model)).toEqual([
    { node: 'nightly', kind: 'timer', text: '0 2 * * *', times: -1 },
    { node: 'asked', kind: 'message', name: 'order' },
    { node: 'made', kind: 'item', app: 'crm/orders', event: 'created' },
  ])
})

const now = '2026-03-27T12:00:00.000Z'

test.each([
  ['0 2 * * *', undefined, '2026-03-28T02:00:00.000Z'],
  ['TZ=Europe/Berlin 0 2 * * 1', undefined, '2026-03-30T00:00:00.000Z'],
  ['R/2026-03-01T00:00:00Z/P1M', undefined, '2026-03-01T00:00:00.000Z'],
  ['R/2026-03-01T00:00:00Z/P1M', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['2026-05-01', undefined, '2026-05-01T00:00:00.000Z'],
  ['2026-05-01', '2026-05-01T00:00:00.000Z', undefined],
  ['P1D', undefined, '2026-03-28T12:00:00.000Z'],
])('%s after %s is due at %s', (text, previous, due) => {
  expect(nextStart(text, now, previous)).toBe(due)
})

test('the current exits of a task are listed', async () => {
  const it = await begin('element-conditional-exit', { values: { amount: 50 } })

  expect(exitsAt(await load('element-conditional-exit'), it.state, 2)).toEqual([
    { id: 'agree', name: 'Agree' },
  ])
  expect(exitsAt(await load('element-conditional-exit'), it.state, 99)).toEqual([])
})
