import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import mime from 'mime'
import { etagOf, isUnchanged } from '../lib/etag.ts'
import { CONSOLE, escapeHtml, renderPage, sendPage } from './html.ts'

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url))
const PAGE = join(BUILT, 'index.html')
/** The addresses of the API: unknown ones get an error, not a page. */
const PROGRAMS = /^\/(pub|manage|events|docs|assets|app|bodies|health|metrics)(\/|$)/

type File = { body: Buffer; packed: Partial<Record<Encoding, Buffer>>; type: string; etag: string }

/** In order of preference. Brotli is a seventh smaller. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const pack = async (body: Buffer): Promise<File['packed']> => ({
  br: await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: await promisify(gzip)(body),
})

const isText = (type: string) => /^text\/|javascript|json|svg/.test(type)

async function load(path: string): Promise<File> {
  const body = await readFile(path)
  const type = mime.getType(path) ?? 'application/octet-stream'
  return {
    body,
    packed: isText(type) ? await pack(body) : {},
    type: isText(type) ? `${type}; charset=utf-8` : type,
    etag: etagOf(createHash('sha256').update(body).digest('base64url').slice(0, 27)),
  }
}

/** Serves the built console; each file is read on first use and kept in memory. */
export async function addConsole(server: FastifyInstance): Promise<void> {
  const entries = await readdir(BUILT, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((each) => each.isFile() && each.name !== 'index.html')) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(BUILT, path).split(sep).join('/')}`
    let file: Promise<File> | undefined
    server.get(url, async (request, reply) => {
      file ??= load(path)
      return sendFile(request, reply, await file, url.startsWith('/app/'))
    })
  }
}

/** A file with a content hash in its name can be cached forever. */
function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, packed, type, etag }: File,
  isHashed: boolean,
): FastifyReply {
  reply.headers({
    'content-type': type,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    etag,
  })
  if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = ENCODINGS.find(
    (each) => packed[each] && new RegExp(`\\b${each}\\b`).test(accepted),
  )
  if (!encoding) return reply.send(body)
  return reply.header('content-encoding', encoding).send(packed[encoding])
}

/** Whether a browser requests an address without a route: these are pages of the console. */
export function isForPeople({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? ''
  const { accept = ANYTHING } = headers
  // Probes and curl accept anything; only at / do they get the page.
  return accept.includes('text/html')
    ? !PROGRAMS.test(path)
    : path === '/' && accept.includes(ANYTHING)
}

const ANYTHING = '*/*'

/** An installation may lack the tools to build it; the API works without. */
export const isConsoleBuilt = (): boolean => existsSync(PAGE)

let page: Promise<string> | undefined

/** The single page of the console; its own router selects the view. */
export async function showConsole(reply: FastifyReply): Promise<FastifyReply> {
  if (!isConsoleBuilt()) {
    const instead = await renderPage('no-console.html', {})
    return sendPage(reply.code(503).header('cache-control', 'no-store'), instead, CONSOLE)
  }
  page ??= readFile(PAGE, 'utf8')
  return sendPage(reply.header('cache-control', 'no-cache'), await page, CONSOLE)
}

/** The console with a form that another site made the browser post, which scripts cannot read otherwise. */
export async function showPosted(reply: FastifyReply, form: string): Promise<FastifyReply> {
  if (!isConsoleBuilt()) return showConsole(reply)
  page ??= readFile(PAGE, 'utf8')
  const meta = `<meta name="posted" content="${escapeHtml(form)}" />`
  const shown = (await page).replace('<head>', () => `<head>${meta}`)
  return sendPage(reply.header('cache-control', 'no-store'), shown, CONSOLE)
}
