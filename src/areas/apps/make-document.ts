import { Readable } from 'node:stream'
import { snapshotOf } from '../../definitions/snapshot.ts'
import type { ItemReference } from '../../fields/field-type.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { saveBody, storeObject, type Write } from '../disk/bodies.ts'
import {
  type DocumentTemplate,
  documentValues,
  extensionOf,
  fillTemplate,
} from './document-values.ts'
import { nameItems } from './lists.ts'
import { getApp, getItem } from './service.ts'

type DocumentRequest = { template: string; language: string; timeZone: string }
type Made = { name: string; hash: string; size: number }

/** A document of an item with what the caller may see of it, as an upload of theirs. */
export async function makeDocument(
  ctx: Context,
  item: ItemReference,
  { template: id, language, timeZone, write }: DocumentRequest & { write: Write },
): Promise<Made> {
  requireZone(timeZone)
  const values = (await getItem(ctx, item, item.id)).item.parse<Record<string, unknown>>()
  const template = await findTemplate(ctx, item, id)
  const shown = await documentValues(ctx, {
    fields: (await getApp(ctx, item)).byCode,
    values,
    nameLinks: (references) => nameItems(ctx, references),
  })
  const content = await fillTemplate(ctx, template, { values: shown, locale: language, timeZone })
  const hash = newId()
  await storeObject(ctx, { write, content: () => Readable.from([content]) }, (inside, stored) =>
    saveBody(inside, hash, { stored, isNew: true }),
  )
  const name = fileName(`${template.body.name} ${String(values.__name ?? '')}`)
  return { name: `${name}${extensionOf(template)}`, hash, size: content.length }
}

async function findTemplate(
  ctx: Context,
  { namespace, code }: ItemReference,
  id: string,
): Promise<DocumentTemplate> {
  const found = (await snapshotOf(ctx)).findById('document', id)
  const isNear = found && [namespace, `${namespace}.${code}`].includes(found.namespace)
  if (found && isNear && found.deletedAt === null) return found
  throw notFound('document template', id)
}

/** What file systems refuse, and what nobody reads to the end. */
const fileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)

function requireZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw invalid(`field "timeZone": there is no time zone ${timeZone}`)
  }
}
