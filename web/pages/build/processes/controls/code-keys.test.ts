import { expect, test } from 'vitest'
import { broken, indented, outdented, type Replaced } from './code-keys.ts'

/** `|` is where the selection begins and ends. */
function pressed(marked: string, key: typeof indented): string {
  const from = marked.indexOf('|')
  const to = marked.lastIndexOf('|')
  const given = { text: marked.replaceAll('|', ''), from, to: to === from ? from : to - 1 }
  const done: Replaced = key(given)
  const text = given.text.slice(0, done.from) + done.by + given.text.slice(done.to)
  const [start, end] = done.select
  const isCaret = start === end
  return `${text.slice(0, start)}|${isCaret ? '' : `${text.slice(start, end)}|`}${text.slice(end)}`
}

test.each<[string, typeof indented, string, string]>([
  ['Tab puts blanks where the caret is', indented, 'a|b', 'a  |b'],
  ['Tab indents what is selected', indented, 'a\n|b\n\nc|\nd', 'a\n|  b\n\n  c|\nd'],
  ['the line after a selection stays', indented, '|a\n|b', '|  a|\nb'],
  ['Shift+Tab takes blanks away', outdented, '    a|b', '  a|b'],
  ['Shift+Tab in front of the blanks', outdented, 'x\n|  a', 'x\n|a'],
  ['Shift+Tab takes what there is', outdented, '|  a\n b\n\tc|', '|a\nb\nc|'],
  ['Enter keeps the indent', broken, '  a|', '  a\n  |'],
  ['Enter goes into a block', broken, '  if (a) {|', '  if (a) {\n    |'],
  ['Enter replaces what is selected', broken, '  a|b|c', '  a\n  |c'],
])('%s', (_, key, before, after) => {
  expect(pressed(before, key)).toBe(after)
})
