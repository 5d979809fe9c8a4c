import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { OpenApi } from '../api/openapi.ts'
import { etagOf, isUnchanged } from '../lib/etag.ts'
import { INLINE_STYLES, renderPage, sendPage } from './html.ts'

export type Documents = Record<'pub' | 'manage', () => OpenApi>

/** The two OpenAPI documents and the API reference. */
export function addDocs(server: FastifyInstance, documents: Documents): void {
  addDocument(server, '/pub/v1/openapi.json', documents.pub)
  addDocument(server, '/manage/v1/openapi.json', documents.manage)
  server.get('/docs', async (_, reply) =>
    sendPage(reply, await renderPage('docs.html', {}), INLINE_STYLES),
  )
}

function addDocument(server: FastifyInstance, path: string, describe: () => OpenApi): void {
  let made: { text: string; etag: string } | undefined
  server.get(path, async ({ headers }, reply) => {
    made ??= withEtag(JSON.stringify(describe()))
    reply.headers({ etag: made.etag, 'cache-control': 'no-cache' })
    if (isUnchanged(headers['if-none-match'], made.etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
}

const withEtag = (text: string) => ({
  text,
  etag: etagOf(createHash('sha256').update(text).digest('base64url').slice(0, 27)),
})
