import { expect, test } from 'vitest'
import { toReport } from './report.ts'
import { showHtml } from './show-html.ts'
import { showText } from './show-text.ts'

const EVIL = `<script>alert("1")</script>'&`

const REPORT = toReport(
  { title: EVIL, type: 'NAMESPACE' },
  [
    { kind: 'appView', from: 'hr/trips', name: EVIL, file: 'apps/trips.yaml', lines: [] },
    {
      kind: 'template',
      from: 'hr/approve',
      name: 'Approve',
      lines: [
        { outcome: 'changed', what: 'form', why: 'a list' },
        { outcome: 'not understood', what: EVIL, why: EVIL },
        { outcome: 'by hand', what: 'lane', why: 'nobody' },
      ],
    },
  ],
  [{ part: EVIL, why: 'it is encrypted' }],
)

test('a component counts by the worst of its lines', () => {
  expect(REPORT.counts).toEqual({ taken: 1, changed: 0, 'by hand': 0, 'not understood': 1 })
})

test('the text has the counts, and the worst first', () => {
  expect(showText({ ...REPORT, title: 'Trips', unread: [] })).toEqual([
    'Trips (NAMESPACE): 2 components',
    '',
    '         taken  changed  by hand  not understood',
    'app          1        0        0               0',
    'process      0        0        0               1',
    'all          1        0        0               1',
    '',
    'Not understood',
    `  process hr/approve: ${EVIL}: ${EVIL}`,
    '',
    'By hand',
    '  process hr/approve: lane: nobody',
    '',
    'Changed',
    '  process hr/approve: form: a list',
  ])
})

test('nothing of a package is markup of the page, and the page loads nothing', () => {
  const page = showHtml(REPORT)

  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;')
  expect(page).not.toMatch(/\b(src|href)=|https?:/)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('it is encrypted')
})

test('names cannot speak to the terminal', () => {
  const line = { outcome: 'by hand' as const, what: '\u001b[2J', why: '\u009b2J' }
  const entry = { kind: '\u001b[1m', from: 'a\u0007', name: '', lines: [line] }
  const text = showText(toReport({ title: '', type: '' }, [entry], [{ part: '\u001b', why: '' }]))
  expect(text.join('').match(/\p{Cc}/gu)).toBeNull()
})
