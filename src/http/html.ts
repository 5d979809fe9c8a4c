import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { type AssetName, assetUrl } from './assets.ts'

/** Only what this server sends itself; `styles` may be inline where a library needs it. */
const policy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const STRICT = policy("'self'")
export const INLINE_STYLES = policy("'self' 'unsafe-inline'")

/** Fills `{{name}}` with a value and `{{asset name}}` with the address of a file of ours. */
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

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

export const sendPage = (reply: FastifyReply, page: string, csp: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(page)
