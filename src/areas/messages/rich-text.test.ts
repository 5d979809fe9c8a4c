import { expect, test } from 'vitest'
import { excerptOf, sanitise, textOf } from './rich-text.ts'

test.each([
  ['plain text stays as it is', 'a < b & c > d\n"e"', 'a < b & c > d\n"e"'],
  ['so does an escaped tag', '&lt;script&gt;', '&lt;script&gt;'],
  ['a script goes with what it says', '<p>Hi</p><script>steal()</script>', '<p>Hi</p>'],
  ['a script in odd spelling goes too', '<ScRiPt src=//x>1</sCrIpT >ok', 'ok'],
  ['an unfinished tag is no way in', '<img src=x onerror=alert(1)', ''],
  ['handlers go, their element stays', '<b onclick="x()">bold</b>', '<b>bold</b>'],
  ['styles go', '<span style="position:fixed">x</span>', '<span>x</span>'],
  ['images do not tell who reads', '<img src="https://spy.example/p.png">text', 'text'],
  ['frames go', '<iframe src="https://x.example"></iframe>text', 'text'],
  ['vector graphics go', '<svg><animate onbegin=alert(1)></svg>text', 'text'],
  ['comments go', 'a<!-- <script>x</script> -->b', 'ab'],
  [
    'a mention keeps whom it means',
    '<span data-user="1">Ann</span>',
    '<span data-user="1">Ann</span>',
  ],
])('%s', (_, body, wanted) => {
  expect(sanitise(body)).toBe(wanted)
})

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
])('a link does not lead to %s', (href) => {
  expect(sanitise(`<a href="${href}">x</a>`)).toBe('<a rel="noopener noreferrer nofollow">x</a>')
})

test('a link keeps an honest address', () => {
  expect(sanitise('<a href="https://example.org" target="_top" onclick="x">x</a>')).toBe(
    '<a href="https://example.org" rel="noopener noreferrer nofollow">x</a>',
  )
})

test('what is sanitised once is safe for ever', () => {
  const once = sanitise('1 < 2 <b>&lt;script&gt;</b> <scr<script>ipt>x</script>')

  expect(sanitise(once)).toBe(once)
  expect(once).not.toMatch(/<script/i)
})

test('tags inside of tags inside of tags end somewhere', () => {
  const deep = '<b>'.repeat(60_000)

  expect(sanitise(`${deep}x`).length).toBeLessThan(1000)
})

test('people search and read text, not tags', () => {
  expect(textOf('<p>Costs <b>less</b> &amp; &lt;better&gt;</p>')).toBe('Costs less & <better>')
  expect(textOf('1 < 2 & 3')).toBe('1 < 2 & 3')
})

test('an excerpt is one line that never breaks a sign', () => {
  expect(excerptOf(' a\n\nb\tc ')).toBe('a b c')
  expect(excerptOf('😀'.repeat(500)).isWellFormed()).toBe(true)
  expect([...excerptOf('x'.repeat(500))]).toHaveLength(200)
})
