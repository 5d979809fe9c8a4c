import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { type AssetName, assetUrl } from './assets.ts'

const INLINE = "style-src 'self' 'unsafe-inline'"

/** Only content of this server; inline styles where a library needs them. */
const policy = (...more: string[]) => framedBy("'none'", ...more)

const framedBy = (ancestors: string, ...more: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')

export const INLINE_STYLES = policy(INLINE, "img-src 'self' data:")
/** The console also shows files: images and sounds directly, documents in frames. */
export const CONSOLE = policy(
  INLINE,
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "frame-src 'self' blob:",
)

/** Public forms may be shown on other sites, which their definition names. */
export const formPolicy = (origins: readonly string[]): string =>
  framedBy(
    origins.length > 0 ? origins.join(' ') : "'none'",
    "style-src 'self'",
    "img-src 'self'",
    "worker-src 'self'",
  )

/** Replaces `{{name}}` by a value and `{{asset name}}` by the address of an asset. */
export async function renderPage(file: string, values: Record<string, string>): Promise<string> {
  const template = await readFile(new URL(`static/${file}`, import.meta.url), 'utf8')
  const names = [...template.matchAll(/\{\{asset ([\w.-]+)\}\}/g)].map(([, name]) => name)
  const urls = await Promise.all(names.map((name) => assetUrl(name as AssetName)))
  const assets = names.map((name, at) => [`asset ${name}`, urls[at] ?? ''])
  const all: Record<string, string> = { ...values, ...Object.fromEntries(assets) }
  return template.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => escapeHtml(all[name] ?? ''))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

export const sendPage = (reply: FastifyReply, page: string, csp: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(page)
