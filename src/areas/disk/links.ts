import { createHmac, timingSafeEqual } from 'node:crypto'
import { forbidden, notFound } from '../../lib/errors.ts'
import { etagOf } from '../../lib/etag.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { findLinkMaker } from '../access/service.ts'
import { typeOf } from './files.ts'
import { findFilesOf, getFile } from './lists.ts'
import { dispositionOf, nameInDisposition } from './names.ts'
import * as bodies from './store/bodies.ts'
import { readLinkSecret } from './store/secret.ts'

const DOWNLOAD_SECONDS = 24 * 60 * 60
const UPLOAD_SECONDS = 60 * 60

export type Link = { hash: string; link?: string; error?: string }
/** The public address of the server. */
type Site = { site: string }

/** Creates a link that lets anybody download a file. */
export async function linkToFile(ctx: Context & Site, id: string): Promise<string> {
  const { hash, name } = await getFile(ctx, id)
  return toDownload(ctx, { hash, name, secret: await readLinkSecret(ctx) })
}

/** Download links by body id, for files the caller may read and for their own uploads. */
export async function downloadLinks(
  ctx: Context & Site,
  hashes: readonly string[],
): Promise<Link[]> {
  const files = await findFilesOf(ctx, hashes)
  const secret = await readLinkSecret(ctx)
  const links: Link[] = []
  for (const hash of hashes) {
    const name = files.get(hash)?.name ?? (await nameOfOwn(ctx, hash))
    if (name === undefined) links.push({ hash, error: 'not found' })
    else links.push({ hash, link: await toDownload(ctx, { hash, name, secret }) })
  }
  return links
}

async function nameOfOwn(ctx: Context, hash: string): Promise<string | undefined> {
  const body = await bodies.findContent(ctx.db, hash, ctx.now())
  return body?.is_temporary && body.created_by === ctx.user.id ? hash : undefined
}

/** Upload links by the ids that the caller chose. */
export async function uploadLinks(ctx: Context & Site, hashes: readonly string[]): Promise<Link[]> {
  const taken = new Set((await bodies.findBodies(ctx.db, hashes)).map(({ id }) => id))
  const secret = await readLinkSecret(ctx)
  return hashes.map((hash) => {
    if (taken.has(hash)) return { hash, error: 'this hash has a body already: choose another' }
    const signed = {
      hash,
      method: 'PUT',
      by: ctx.user.id,
      seconds: UPLOAD_SECONDS,
      disposition: '',
    }
    return { hash, link: toAddress(ctx, secret, signed) }
  })
}

type Download = { hash: string; name: string; secret: string }

/** A link to the store itself if clients can reach it, else through this server. */
async function toDownload(ctx: Context & Site, { hash, name, secret }: Download): Promise<string> {
  const disposition = dispositionOf(name)
  const body = ctx.files.link && (await bodies.findContent(ctx.db, hash, ctx.now()))
  if (ctx.files.link && body) {
    const { object } = body
    const type = typeOf(name)
    return ctx.files.link(object, { disposition, type, seconds: DOWNLOAD_SECONDS })
  }
  const by = ctx.user.id
  return toAddress(ctx, secret, { hash, method: 'GET', by, seconds: DOWNLOAD_SECONDS, disposition })
}

/** The signed parts of a link. */
type Signed = { hash: string; method: string; by: string; seconds: number; disposition: string }

/** The parameters have the names of S3, which clients parse. */
function toAddress(ctx: Context & Site, secret: string, signed: Signed): string {
  const date = ctx
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  const parameters = new URLSearchParams({
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': signed.by,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(signed.seconds),
    ...(signed.disposition !== '' && { 'response-content-disposition': signed.disposition }),
    'X-Amz-Signature': sign(secret, signed, date),
  })
  const query = parameters.toString().replaceAll('+', '%20')
  return `${ctx.site}/bodies/${signed.hash}?${query}`
}

const ALGORITHM = 'KONTOR-HMAC-SHA256'

const sign = (secret: string, { hash, method, by, seconds, disposition }: Signed, date: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([method, hash, by, date, seconds, disposition]))
    .digest('hex')

/** A link as received in a request. */
export type GivenLink = {
  hash: string
  method: 'GET' | 'PUT'
  'X-Amz-Credential': string
  'X-Amz-Date': string
  'X-Amz-Expires': number
  'X-Amz-Signature': string
  'response-content-disposition': string
}

/** Verifies the signature and the expiry time. Returns the user who created the link. */
export async function checkLink(ctx: Context, given: GivenLink): Promise<Caller> {
  const by = given['X-Amz-Credential']
  const date = given['X-Amz-Date']
  const { hash, method, 'X-Amz-Expires': seconds } = given
  const disposition = given['response-content-disposition']
  const secret = await readLinkSecret(ctx)
  const expected = Buffer.from(sign(secret, { hash, method, by, seconds, disposition }, date))
  if (!timingSafeEqual(expected, Buffer.from(given['X-Amz-Signature']))) {
    throw forbidden('the link is not valid: request a new one')
  }
  const since = Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z'))
  if (!(ctx.now().getTime() < since + seconds * 1000)) {
    throw forbidden('the link has expired: request a new one')
  }
  const maker = await findLinkMaker(ctx, by)
  if (!maker) throw forbidden('the user who created this link can no longer use the system')
  return maker
}

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** The response to every download. */
export async function openBody(
  ctx: Context,
  { hash, disposition, type }: { hash: string; disposition: string; type?: string },
) {
  const body = await bodies.findContent(ctx.db, hash, ctx.now())
  if (!body) throw notFound('file', hash)
  return {
    size: body.size,
    etag: etagOf(body.sha256.toString('hex')),
    sha256: body.sha256,
    type: type ?? typeOf(nameInDisposition(disposition) ?? ''),
    disposition: disposition || 'attachment',
    open: (range?: { start: number; end: number }) => ctx.files.read(body, range),
  }
}
