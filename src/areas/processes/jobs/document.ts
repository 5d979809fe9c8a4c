import { Readable } from 'node:stream'
import { v5 } from 'uuid'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import { DocumentError } from '../../../documents/problem.ts'
import type { Target } from '../../../engine/effects.ts'
import type { Values } from '../../../engine/state.ts'
import { parsePath } from '../../../lib/app-path.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type DocumentTemplate,
  documentValues,
  extensionOf,
  fillTemplate,
} from '../../apps/document-values.ts'
import { findItem, nameAll, type Reference, referencesIn } from '../../apps/on-behalf.ts'
import { holdBody, saveBody, storeObject } from '../../disk/bodies.ts'
import { createFile, type NewFile } from '../../disk/files.ts'
import { getPublished } from '../published.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Completion, type Executor, FinalFailure } from './outcome.ts'

/**
 * Fills a template and stores the document as a file of its item. The body is written first, the file is created
 * in the transaction that takes the result: once, however often it is retried.
 */
export const makeDocument: Executor = async ({ payload, key, instanceId }, { ctx, write }) => {
  const wanted = payload as { template: string; target: Target; context: Values }
  const template = await findTemplate(ctx, wanted.template)
  const { app, item, values } = await findSubject(ctx, instanceId, wanted)
  const content = await fill(ctx, template, values)
  const hash = v5(key, DOCUMENTS)
  const storing = { write, content: () => Readable.from([content]) }
  const until = await storeObject(ctx, storing, async (inside, stored) => {
    await saveBody(inside, hash, { stored, isNew: false })
    return holdBody(inside, hash)
  })
  const name = `${template.body.name}${extensionOf(template)}`
  const left: NewFile = { name, hash, directory: app, item }
  return { type: 'done', result: null, left, until: until.toISOString() }
}

/** The document becomes a file of its item. */
export const keepDocument: Completion = async (ctx, _, left) => [
  await createFile(ctx, left as NewFile),
]

/** The name from which ids of document bodies are derived: retries of a step reuse the id. */
const DOCUMENTS = '5d0b7c1e-6a43-5f0e-8c52-7d7f3f1f9a10'

/** With the code that error events on the step catch. */
const failed = (message: string): Error => new FinalFailure({ message, code: 'document' })

async function findTemplate(ctx: Context, path: string): Promise<DocumentTemplate> {
  const { namespace, code } = parsePath(path)
  const found = (await wholeSnapshot(ctx)).find('document', namespace, code)
  if (found && found.deletedAt === null) return found
  throw failed(`there is no document template ${path}`)
}

async function fill(ctx: Context, template: DocumentTemplate, values: Values): Promise<Buffer> {
  try {
    return await fillTemplate(ctx, template, { values })
  } catch (error) {
    throw error instanceof DocumentError ? failed(error.message) : error
  }
}

type Subject = { app: string; item: string; values: Values }

/** The item, and the values for the document: its fields, then the variables. */
async function findSubject(
  ctx: Context,
  instanceId: string,
  { target, context }: { target: Target; context: Values },
): Promise<Subject> {
  const running = await findVersionOf(ctx.db, instanceId)
  if (!running) throw failed('the instance is gone')
  const { byCode } = await getPublished(ctx, running.template_id, running.version)
  const [reference] = referencesIn(byCode.get(target.path.split('.')[0] ?? ''), target.value)
  const item = reference && (await findItem(ctx, reference))
  const app = reference && (await appOf(ctx, reference))
  if (!item || !app) throw failed(`"${target.path}" does not refer to an item`)
  const nameLinks = (references: readonly Reference[]) => nameAll(ctx, references)
  const values = {
    ...(await documentValues(ctx, { fields: app.byCode, values: item, nameLinks })),
    ...(await documentValues(ctx, { fields: byCode, values: context, nameLinks })),
  }
  return { app: app.id, item: item.__id, values }
}

const appOf = async (ctx: Context, { namespace, code }: Reference) =>
  (await wholeSnapshot(ctx)).findApp(namespace, code)
