import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../lib/cache.ts'
import { notFound } from '../lib/errors.ts'

type Asset = { url: string; hash: string; type: string; body: Buffer; zipped: Buffer }

const own = (file: string) => () => readFile(new URL(`static/${file}`, import.meta.url))

/** All files that our pages load; nothing comes from another host. */
const SOURCES = {
  'docs.css': { type: 'text/css', load: own('docs.css') },
  'docs.js': { type: 'text/javascript', load: own('docs.js') },
  'form.css': { type: 'text/css', load: own('form.css') },
  'form.js': { type: 'text/javascript', load: own('form.js') },
  'form-worker.js': { type: 'text/javascript', load: own('form-worker.js') },
  'icon.svg': { type: 'image/svg+xml', load: own('icon.svg') },
  'scalar.js': { type: 'text/javascript', load: loadScalar },
}

export type AssetName = keyof typeof SOURCES

const loaded = new Cache<Promise<Asset>>()

/** Loaded on first use: the API reference is large, and most nodes never show it. */
const getAsset = (name: AssetName): Promise<Asset> => loaded.get(name, () => loadAsset(name))

async function loadAsset(name: AssetName): Promise<Asset> {
  const { type, load } = SOURCES[name]
  const body = await load()
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const zipped = await promisify(gzip)(body)
  return { url: `/assets/${hash}/${name}`, hash, type: `${type}; charset=utf-8`, body, zipped }
}

/** In a worker thread: loading the plugin would block all requests for a third of a second. */
async function loadScalar(): Promise<Buffer> {
  const worker = new Worker(new URL('./scalar.ts', import.meta.url))
  const [bundle] = await once(worker, 'message')
  return Buffer.from(bundle)
}

/** The address contains the hash of the content, so browsers can cache it forever. */
export async function assetUrl(name: AssetName): Promise<string> {
  return (await getAsset(name)).url
}

export function addAssets(server: FastifyInstance): void {
  server.get<{ Params: { hash: string; name: string } }>(
    '/assets/:hash/:name',
    async ({ params, headers }, reply) => {
      if (!Object.hasOwn(SOURCES, params.name)) throw notFound('file', params.name)
      const { hash, type, body, zipped } = await getAsset(params.name as AssetName)
      const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
      // With nodes of different versions the content may not match the hash of the address.
      const caching = hash === params.hash ? 'public, max-age=31536000, immutable' : 'no-cache'
      return reply
        .headers({ 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' })
        .headers(isZipped ? { 'content-encoding': 'gzip' } : {})
        .send(isZipped ? zipped : body)
    },
  )
}
