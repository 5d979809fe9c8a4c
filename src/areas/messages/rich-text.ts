import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { lazy } from '../../lib/lazy.ts'

const require = createRequire(import.meta.url)
const sanitiser = lazy(() => require('sanitize-html') as typeof sanitizeHtml)

/** The start of a tag, comment or declaration; any other "<" is a plain character. */
const MARKUP = /<[a-z/!?]/i

const allowed = lazy(
  (): sanitizeHtml.IOptions => ({
    allowedTags: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
      ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'span', 'div', 'a', 'ul', 'ol', 'li'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      span: ['data-user'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: sanitiser().simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
    nestingLimit: 50,
  }),
)

/** Sanitises HTML. Plain text is left unchanged. */
export const sanitise = (body: string): string =>
  MARKUP.test(body) ? sanitiser()(body, allowed()).trim() : body

/** The text of a sanitised body. */
export const textOf = (body: string): string =>
  MARKUP.test(body) ? signs(sanitiser()(body, { allowedTags: [], allowedAttributes: {} })) : body

const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The sanitiser decodes all named entities except these four. */
const signs = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (name) => SIGNS[name] ?? name)

const LONGEST_EXCERPT = 200

/** The beginning, on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_EXCERPT ? line : `${cut(line)}…`
}

const cut = (line: string): string => [...line].slice(0, LONGEST_EXCERPT - 1).join('')
