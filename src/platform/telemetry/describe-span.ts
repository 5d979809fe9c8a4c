import type { SpanDescription } from './span.ts'

const LONGEST = 2000
const MOST_KEPT = 1000
const known = new Map<string, SpanDescription>()

/** A statement as a span, without the literals in its text. */
export function describeStatement(text: string): SpanDescription {
  const found = known.get(text)
  if (found) return found
  const about = describeText(text)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(text, about)
  return about
}

function describeText(text: string): SpanDescription {
  const shown = withoutValues(text).replace(/\s+/g, ' ').trim()
  const [verb = ''] = /^\w+/.exec(shown) ?? []
  const [, table] = /\b(?:from|into|update)\s+([\w."]+)/i.exec(shown) ?? []
  const summary = [verb.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ')
  return {
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': summary,
      'db.query.text': shown.slice(0, LONGEST),
    },
  }
}

/** Removes string and number literals, also dollar-quoted ones. Parameters such as $1 and names stay. */
const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$([a-z_]*)\$[\s\S]*?\$\1\$/gi, '?')
    .replace(/(?<![\w$."])-?\d+(?:\.\d+)?(?![\w"])/g, '?')

/** An outgoing call as a span: the host, without the path. */
export const describeCall = (
  method: string,
  { hostname, port, protocol }: URL,
): SpanDescription => ({
  name: method,
  kind: 'client',
  attributes: {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  },
})
