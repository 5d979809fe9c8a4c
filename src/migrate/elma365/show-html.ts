import { OUTCOMES, type Report } from './report.ts'
import { headOf, kindName, surveyRows } from './show-text.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string | number): string =>
  String(text).replaceAll(/[&<>"']/g, (each) => ESCAPES[each] ?? each)

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8884; padding: .3rem .8rem; text-align: left; vertical-align: top; }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
.outcome { white-space: nowrap; font-weight: 600; }
.taken { color: #2b8a3e; } .changed { color: #1971c2; } .by-hand { color: #d9480f; } .not-understood { color: #c92a2a; }
code { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #1a1b1e; color: #c1c2c5; } }
`

/** The report as a page that needs nothing else: no script, no address. */
export function showHtml(report: Report): string {
  const title = escaped(`What comes over: ${headOf(report)}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${countsOf(report)}
${unreadOf(report)}
${entriesOf(report)}
${portalOf(report)}
</body>
</html>
`
}

const table = (head: readonly string[], rows: string[]): string =>
  `<table>\n<thead><tr>${head.map((each) => `<th>${escaped(each)}</th>`).join('')}</tr></thead>
<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`

const row = (cells: string[]): string => `<tr>${cells.join('')}</tr>`
const cell = (text: string | number, name = ''): string =>
  `<td${name && ` class="${name}"`}>${escaped(text)}</td>`

function countsOf({ kinds, counts }: Report): string {
  const all = [...Object.entries(kinds), ['all', counts] as const]
  const rows = all.map(([kind, own]) =>
    row([cell(kindName(kind)), ...OUTCOMES.map((each) => cell(own[each], 'count'))]),
  )
  return table(['', ...OUTCOMES], rows)
}

function unreadOf({ unread }: Report): string {
  if (unread.length === 0) return ''
  const rows = unread.map(({ part, why }) => row([cell(part), cell(why)]))
  return `<h2>Could not be read</h2>\n${table(['Part', 'Why'], rows)}`
}

function portalOf({ portal }: Report): string {
  if (!portal) return ''
  const counts = surveyRows(portal).map(([what, count]) => row([cell(what), cell(count, 'count')]))
  const apps = portal.apps.map(({ app, name, items }) =>
    row([cell(app), cell(name), cell(items, 'count')]),
  )
  return `<h2>${escaped(`Portal ${portal.address}`)}</h2>
${table(['What', 'How many'], counts)}
${table(['App', 'Name', 'Items'], apps)}`
}

function entriesOf({ entries }: Report): string {
  return entries
    .map(({ kind, from, name, file, outcome, lines }) => {
      const head = `<h2>${escaped(`${kindName(kind)} ${from}`)}</h2>`
      const place = file === undefined ? '' : ` → <code>${escaped(file)}</code>`
      const state = `<span class="outcome ${outcome.replace(' ', '-')}">${outcome}</span>`
      const rows = lines.map((line) =>
        row([
          cell(line.outcome, `outcome ${line.outcome.replace(' ', '-')}`),
          cell(line.what),
          cell(line.why),
        ]),
      )
      const details = rows.length > 0 ? `\n${table(['', 'What', 'How, and why'], rows)}` : ''
      return `${head}\n<p>${escaped(name)}: ${state}${place}</p>${details}`
    })
    .join('\n')
}
