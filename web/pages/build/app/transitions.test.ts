import { expect, test } from 'vitest'
import {
  isAllowed,
  nextStatusId,
  type StatusGroup,
  type Transition,
  toggleWay,
} from './transitions.ts'

const status = (id: number, code: string) => ({ id, code, name: code })
const groups: StatusGroup[] = [
  { code: 'work', name: 'Work', statuses: [status(1, 'new'), status(2, 'asked')] },
  { code: 'done', name: 'Done', statuses: [status(7, 'approved')] },
]
const codes = ['new', 'asked', 'approved']
const waysOf = (rules: Transition[]) =>
  codes.flatMap((from) =>
    codes.filter((to) => isAllowed(groups, rules, { from, to })).map((to) => `${from} > ${to}`),
  )

test('a way more is a rule more', () => {
  const rules = toggleWay(groups, [{ from: 'new', to: 'asked' }], { from: 'asked', to: 'approved' })

  expect(rules).toEqual([
    { from: 'new', to: 'asked' },
    { from: 'asked', to: 'approved' },
  ])
})

test.each<[string, Transition]>([
  ['its own rule', { from: 'new', to: 'asked', by: ['process'] }],
  ['lists', { from: ['new', 'asked'], to: ['asked', 'approved'] }],
  ['a group', { from: 'work/*', to: 'work/*' }],
  ['everything', { from: '*', to: '*', message: 'No.' }],
])('exactly one way is taken out of %s', (_, rule) => {
  const before = waysOf([rule])
  const after = toggleWay(groups, [rule], { from: 'new', to: 'asked' })

  expect(waysOf(after)).toEqual(before.filter((way) => way !== 'new > asked'))
  for (const { from: _from, to: _to, ...rest } of after) {
    const { from: _f, to: _t, ...same } = rule
    expect(rest).toEqual(same)
  }
})

test('a new status has a number that none had', () => {
  expect(nextStatusId(groups)).toBe(8)
  expect(nextStatusId([])).toBe(1)
})
