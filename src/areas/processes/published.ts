import { type BlockIds, blockIds } from '../../definitions/block-ids.ts'
import { toFields } from '../../definitions/field.ts'
import { type Body, kinds } from '../../definitions/kinds.ts'
import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { type Program, prepare } from '../../engine/program.ts'
import type { Field } from '../../fields/field-type.ts'
import { pathOf } from '../../lib/app-path.ts'
import { Cache, memoize } from '../../lib/cache.ts'
import { notFound } from '../../lib/errors.ts'
import type { Access } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { sharedDb } from '../../platform/db/db.ts'
import { getProcessVersion } from '../solutions/service.ts'
import { findVersionOf } from './store/instances.ts'
import { isOwn, type Translate, translateModel, translatorOf } from './texts.ts'

/** A published version of a process, ready to run. Immutable. */
export type Published = {
  templateId: string
  version: number
  namespace: string
  code: string
  body: Body<'process'>
  program: Program
  fields: readonly Field[]
  byCode: ReadonlyMap<string, Field>
  /** The ids of elements and flows for clients. */
  blockId: BlockIds
  say: Translate
}

/** Keyed by `Access`, one per node, because tests run several nodes in one process. */
const publishedOn = memoize((_: Access) => new Cache<Promise<Published>>())

export const getPublished = (
  ctx: Context,
  templateId: string,
  version: number,
): Promise<Published> =>
  publishedOn(ctx.access).get(`${templateId} ${version}`, () =>
    load({ ...ctx, db: sharedDb(ctx.db) }, templateId, version),
  )

async function load(ctx: Context, templateId: string, version: number): Promise<Published> {
  const stored = await getProcessVersion(ctx, templateId, version)
  const body = kinds.process.schema.parse(stored.body)
  const fields = toFields(body.variables)
  return {
    templateId,
    version,
    namespace: stored.namespace,
    code: stored.code,
    body,
    program: prepare(stored.graph),
    fields,
    byCode: new Map(fields.map((field) => [field.code, field])),
    blockId: blockIds(templateId, stored.graph),
    say: translatorOf(body, undefined),
  }
}

const MOST_SHOWN = 50
const shownOf = memoize((_: StoredDefinition) => new Cache<Published>({ most: MOST_SHOWN }))

/**
 * The same in the language of the caller, for display only. What runs uses the language of the diagram, so that
 * stored texts do not depend on the caller.
 */
export async function getShown(
  ctx: Context,
  templateId: string,
  version: number,
): Promise<Published> {
  const published = await getPublished(ctx, templateId, version)
  const snapshot = await snapshotOf(ctx)
  const process = snapshot.findById('process', templateId)
  const { language } = ctx
  if (language === undefined || !process) return published
  if (!snapshot.languages.has(language) && !isOwn(language)) return published
  return shownOf(process).get(`${version} ${language}`, () =>
    translate(published, process.body, translatorOf(process.body, language)),
  )
}

function translate(published: Published, { name, variables }: Body<'process'>, say: Translate) {
  const fields = published.fields.map((field) => {
    const now = variables[field.code]
    return now ? { ...field, name: now.name, tooltip: now.tooltip } : field
  })
  return {
    ...published,
    body: { ...published.body, name },
    program: prepare(translateModel(published.program.model, say)),
    fields,
    byCode: new Map(fields.map((field) => [field.code, field])),
    say,
  }
}

/** The process of an instance, without locking it. */
export async function getPublishedOf(ctx: Context, instanceId: string): Promise<Published> {
  const running = await findVersionOf(ctx.db, instanceId)
  if (!running) throw notFound('process instance', instanceId)
  return getPublished(ctx, running.template_id, running.version)
}

export type Template = StoredDefinition<'process'> & { readonly processVersion: number }

/** A process that can be started: published and not deleted. */
export async function getTemplate(
  ctx: Context,
  { namespace, code }: { namespace: string; code: string },
): Promise<Template> {
  const found = (await snapshotOf(ctx)).find('process', namespace, code)
  if (!found || found.deletedAt || found.processVersion === null) {
    throw notFound('process', pathOf({ namespace, code }))
  }
  return found as Template
}

export const getNewest = (ctx: Context, template: Template): Promise<Published> =>
  getPublished(ctx, template.id, template.processVersion)
