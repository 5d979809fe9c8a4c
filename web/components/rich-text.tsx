import { createElement, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import classes from './rich-text.module.css'

/** What may stand in a text; everything else falls away and leaves its words behind. */
const ALLOWED = new Set(
  `p br hr h1 h2 h3 h4 h5 h6 blockquote pre code b strong i em u s del sub sup span div a
   ul ol li table thead tbody tr th td`.split(/\s+/),
)
const SILENT = new Set(['script', 'style', 'template', 'title', 'iframe', 'object', 'noscript'])
const OPENABLE = /^(https?:|mailto:|tel:|\/(?!\/))/i
/** A tag begins so; a "<" before anything else is only a sign. */
const MARKUP = /<[a-z/!?]/i

/**
 * Text with some markup. It is taken apart where nothing of it runs or loads, and only what is
 * allowed is built anew, so that no text can bring anything else into a page.
 */
export function RichText({ text }: { text: string }) {
  const content = useMemo(() => (MARKUP.test(text) ? fromMarkup(text) : undefined), [text])
  if (content === undefined) return <div className={classes.plain}>{withLinks(text)}</div>
  return <div className={classes.rich}>{content}</div>
}

/** The words alone, on one line, for where there is no room for more. */
export function wordsOf(text: string): string {
  if (!MARKUP.test(text)) return text
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  for (const silent of body.querySelectorAll([...SILENT].join())) silent.remove()
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}

const fromMarkup = (markup: string): ReactNode =>
  children(new DOMParser().parseFromString(markup, 'text/html').body)

const children = (parent: Node): ReactNode[] => [...parent.childNodes].map(toReact)

function toReact(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  if (SILENT.has(tag)) return null
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  const inner = children(node)
  const user = tag === 'span' ? node.getAttribute('data-user') : null
  if (user) {
    return (
      <Link key={key} to={links.person(user)} className={classes.mention}>
        {inner}
      </Link>
    )
  }
  if (tag === 'a') return anchor(node.getAttribute('href') ?? '', inner, key)
  return ALLOWED.has(tag) ? createElement(tag, { key }, ...inner) : inner
}

const anchor = (address: string, inner: ReactNode, key?: number): ReactNode =>
  OPENABLE.test(address) ? (
    <a key={key} href={address} className="link" target="_blank" rel="noopener noreferrer nofollow">
      {inner}
    </a>
  ) : (
    inner
  )

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

const withLinks = (text: string): ReactNode[] =>
  text.split(ADDRESS).map((part, at) => (at % 2 === 1 ? anchor(part, part, at) : part))
