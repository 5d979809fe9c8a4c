import { expect, test } from 'vitest'
import { plainField } from '../../fields/plain-field.ts'
import { both, filterOfValue, valueToStore, wordOf } from './groups.ts'

const kind = plainField('CATEGORY', 'kind')
const who = plainField('SYS_USER', 'who')
const paid = plainField('BOOLEAN', 'paid')
const status = plainField('STATUS', '__status')

test.each([
  [kind, [{ code: 'rest', name: 'Rest' }], { tf: { kind: ['rest'] } }, [{ code: 'rest' }]],
  [kind, null, { tf: { kind: null } }, []],
  [who, ['a'], { tf: { who: ['a'] } }, ['a']],
  [who, [{ __id: 'a', __name: 'Anna' }], { tf: { who: ['a'] } }, ['a']],
  [paid, false, { tf: { paid: false } }, false],
  [paid, null, { tf: { paid: null } }, null],
  [status, { status: 3, order: 0 }, { tf: { __status: [3] } }, ['3']],
])(
  'the value of $code finds its items and is given to others: %#',
  (field, value, filter, stored) => {
    expect(filterOfValue(field, value)).toEqual(filter)
    expect(valueToStore(field, value)).toEqual(stored)
  },
)

test('an item and its group have the same word, and filters that ask nothing are left out', () => {
  expect(wordOf([{ __id: 'a', __name: 'Anna' }])).toBe(wordOf(['a']))
  expect(both({}, { tf: { a: 1 } }, {})).toEqual({ tf: { a: 1 } })
  expect(both({ tf: { a: 1 } }, { tf: { b: 1 } })).toEqual({
    and: [{ tf: { a: 1 } }, { tf: { b: 1 } }],
  })
})
