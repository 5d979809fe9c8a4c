import { expect, test } from 'vitest'
import { didYouMean, suggest } from './did-you-mean.ts'

const groups = ['crm/heads', 'crm/sellers']

test.each([
  ['crm/haeds', groups, ', did you mean "crm/heads"?'],
  ['cmr/heads', groups, ', did you mean "crm/heads"?'],
  ['shop/heads', groups, ', did you mean "crm/heads"?'],
  ['shop/nobody', groups, ''],
  ['crm/nobody', groups, ''],
  ['Titel', ['amount', 'title'], ', did you mean "title"?'],
  ['when', ['from', 'to', 'by'], ''],
  ['sum', ['num', 'open'], ', did you mean "num"?'],
  ['x', [], ''],
])('%s among %j: "%s"', (given, known, hint) => {
  expect(didYouMean(given, known)).toBe(hint)
})

test.each([
  ['shop/nobody', groups, ', expected one of "crm/heads", "crm/sellers"'],
  ['shop/nobody', ['crm/heads'], ', there is only "crm/heads"'],
  ['crm/haeds', groups, ', did you mean "crm/heads"?'],
  ['x', [], ''],
  ['nobody', ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7'], ''],
])('without a similar name a few are listed: %s among %j', (given, known, hint) => {
  expect(suggest(given, known)).toBe(hint)
})
