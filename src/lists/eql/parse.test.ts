import { expect, test } from 'vitest'
import { parseEql } from './parse.ts'

/** The tree in one line, for the table of cases. */
const show = (node: unknown): string =>
  JSON.stringify(node, (key, value) => (key === 'at' ? undefined : value))

test.each([
  [
    '[price] = 400',
    { kind: 'comparison', operator: '=', left: { path: ['price'] }, right: { value: 400 } },
  ],
  [
    "[fullName.lastname] like 'smi'",
    { operator: 'like', left: { path: ['fullName', 'lastname'] } },
  ],
  ["[name] LIKEF 'a\\%%'", { operator: 'likef', right: { value: 'a\\%%' } }],
  ['[a] in (1, 2, 3)', { kind: 'in', right: [{ value: 1 }, { value: 2 }, { value: 3 }] }],
  ['[a] is null', { kind: 'null', operand: { path: ['a'] } }],
  ['not [a] is null', { kind: 'not', part: { kind: 'null' } }],
  ['[a] = 1 or [b] = 2 and [c] = 3', { kind: 'or', parts: [{}, { kind: 'and', parts: [{}, {}] }] }],
  ['([a] = 1 or [b] = 2) and [c] = 3', { kind: 'and', parts: [{ kind: 'or' }, {}] }],
  ['[d] = Datetime(2023, 1)', { right: { kind: 'call', name: 'Datetime', arguments: [2023, 1] } }],
  ["[d] >= datetime('Today')", { right: { name: 'Datetime', arguments: ['Today'] } }],
  [
    "[d] in RelativeDatetime('-7d','0d')",
    { kind: 'in', right: [{ name: 'RelativeDatetime', arguments: ['-7d', '0d'] }] },
  ],
  ['[__createdBy] = CurrentUser()', { right: { name: 'CurrentUser', arguments: [] } }],
  ['Count([files]) > 2', { left: { kind: 'count', of: { path: ['files'] } } }],
  [
    'Count(select [__id] from [crm.deals]) = 0',
    { left: { kind: 'count', of: { kind: 'query', app: 'crm/deals' } } },
  ],
  [
    'count(from [crm.deals] where parent.[company] = [company]) > 1',
    {
      left: {
        kind: 'count',
        of: { app: 'crm/deals', where: { left: { scope: 'parent' }, right: { scope: 'own' } } },
      },
    },
  ],
  [
    '[x] in (select [__id] from [crm.deals] where [sum] > parent.[limit])',
    {
      kind: 'in',
      right: {
        app: 'crm/deals',
        select: { path: ['__id'] },
        where: { right: { scope: 'parent', path: ['limit'] } },
      },
    },
  ],
  [
    '[x] in (from [crm.deals] select [__id] where [a] = root.[b])',
    { right: { app: 'crm/deals', where: { right: { scope: 'root' } } } },
  ],
  ["[ref] = Refitem('crm', 'deals')", { right: { name: 'Refitem', arguments: ['crm', 'deals'] } }],
  ["[s] = 'it''s'", { right: { value: "it's" } }],
  ['[n] = -1.5', { right: { value: -1.5 } }],
  ['[b] = TRUE', { right: { value: true } }],
])('%s is parsed', (text, expected) => {
  expect(JSON.parse(show(parseEql(text)))).toMatchObject(expected)
})

test.each([
  ['', 'expected a [property], a value or a function, got the end at position 1'],
  ['[a]', 'expected an operator (= <> < <= > >= like likef in is), got the end at position 4'],
  ['[a] = ', 'expected a [property], a value or a function, got the end at position 7'],
  [
    '[a] == 1',
    'unknown operator "==", expected = <> < <= > >= like likef in is, and, or, not at position 5',
  ],
  [
    '[a] != 1',
    'unknown operator "!=", expected = <> < <= > >= like likef in is, and, or, not at position 5',
  ],
  [
    '[a] = 1 && [b] = 2',
    'unknown operator "&&", expected = <> < <= > >= like likef in is, and, or, not at position 9',
  ],
  ["[a] = 'open", 'the text that starts here is not closed at position 7'],
  ['[a = 1', 'the property that starts here is missing its "]" at position 1'],
  ['[a] = 1 [b] = 2', 'expected "and", "or" or the end, got "b" at position 9'],
  [
    '[a] = Today()',
    'unknown function "Today", expected one of Datetime, Time, RelativeDatetime, CurrentUser, Refitem, Count at position 7',
  ],
  ['[a] = CurrentUser(1)', 'CurrentUser takes 0 arguments, got 1 at position 7'],
  ['[a] is not null', 'expected "null", got "not" at position 8'],
  ['([a] = 1', 'expected ")", got the end at position 9'],
  ['[a; drop] = 1', '[a; drop] is not a property at position 1'],
  ['[a] in (select [x] from [nodot])', 'expected [workspace.app], got [nodot] at position 25'],
  ['[a] in (from [crm.deals])', 'the sub-query needs "select [field]" at position 9'],
  ['[a] in (select [x])', 'expected "from [workspace.app]", got ")" at position 19'],
  ['[a] = 1; drop table x', 'unexpected ";" at position 8'],
  [`${'('.repeat(40)}[a] = 1${')'.repeat(40)}`, 'nested deeper than 32 levels at position 34'],
])('%s is refused with the position', (text, message) => {
  expect(() => parseEql(text)).toThrow(`eql: ${message}`)
})
