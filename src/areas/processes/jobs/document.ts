import { dirname, join } from 'node:path/posix'
import { Readable } from 'node:stream'
import { v5 } from 'uuid'
import { type StoredDefinition, wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Documents } from '../../../documents/documents.ts'
import { DocumentError } from '../../../documents/problem.ts'
import type { Target } from '../../../engine/effects.ts'
import type { Values } from '../../../engine/state.ts'
import type { Field } from '../../../fields/field-type.ts'
import { parsePath } from '../../../lib/app-path.ts'
import type { Context } from '../../../platform/context.ts'
import { findItem, namesOf, type Reference, referencesIn } from '../../apps/on-behalf.ts'
import { saveBody, storeObject } from '../../disk/bodies.ts'
import { createFile } from '../../disk/files.ts'
import { listNames } from '../../people/users/service.ts'
import { getSolutionFile } from '../../solutions/service.ts'
import { getPublished } from '../published.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Executor, FinalFailure } from './outcome.ts'

type Template = StoredDefinition<'document'>

/**
 * Fills a template and keeps the document as a file of the item it is about. The body is written
 * before, the file is made in the transaction that takes the result: once, however often it is tried.
 */
export const makeDocument =
  (documents: Pick<Documents, 'fill'>): Executor =>
  async ({ payload, key, instanceId }, { ctx, write }) => {
    const wanted = payload as { template: string; target: Target; context: Values }
    const template = await findTemplate(ctx, wanted.template)
    const { app, item, values } = await findSubject(ctx, instanceId, wanted)
    const content = await fill(ctx, documents, { template, values })
    const hash = v5(key, DOCUMENTS)
    await storeObject(ctx, { write, content: () => Readable.from([content]) }, (inside, stored) =>
      saveBody(inside, hash, { stored, isNew: false }),
    )
    const { name, file } = template.body
    const made = { name: `${name}${file.slice(file.lastIndexOf('.'))}`, hash, directory: app }
    return {
      type: 'done',
      result: null,
      complete: async (inside) => [await createFile(inside, { ...made, item })],
    }
  }

/** Names the bodies of documents: the same step has the same one. */
const DOCUMENTS = '5d0b7c1e-6a43-5f0e-8c52-7d7f3f1f9a10'

/** With the code that error events on the step catch. */
const failed = (message: string): Error => new FinalFailure({ message, code: 'document' })

async function findTemplate(ctx: Context, path: string): Promise<Template> {
  const { namespace, code } = parsePath(path)
  const found = (await wholeSnapshot(ctx)).find('document', namespace, code)
  if (found && found.deletedAt === null) return found
  throw failed(`there is no document template ${path}`)
}

async function fill(
  ctx: Context,
  documents: Pick<Documents, 'fill'>,
  { template, values }: { template: Template; values: Values },
): Promise<Buffer> {
  const path = join(dirname(template.file), template.body.file)
  const content = await getSolutionFile(ctx, template.solution, path)
  try {
    return await documents.fill(content, { values, types: template.body.variables })
  } catch (error) {
    throw error instanceof DocumentError ? failed(error.message) : error
  }
}

type Subject = { app: string; item: string; values: Values }

/** The item, and everything that can stand in the document: its fields, then the variables. */
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
  const values = {
    ...(await named(ctx, app.byCode, item)),
    ...(await named(ctx, byCode, context)),
  }
  return { app: app.id, item: item.__id, values }
}

const appOf = async (ctx: Context, { namespace, code }: Reference) =>
  (await wholeSnapshot(ctx)).findApp(namespace, code)

/** Links by the names of what they lead to; what is empty does not hide what is not. */
async function named(
  ctx: Context,
  fields: ReadonlyMap<string, Field>,
  values: Values,
): Promise<Values> {
  const shown: Values = {}
  for (const [code, value] of Object.entries(values)) {
    if (value !== null) shown[code] = await nameIn(ctx, fields.get(code), value)
  }
  return shown
}

async function nameIn(ctx: Context, field: Field | undefined, value: unknown): Promise<unknown> {
  if (field?.type === 'SYS_USER') return (await listNames(ctx, value as string[])).join(', ')
  if (field?.type !== 'SYS_COLLECTION' && field?.type !== 'REF_ITEM') return value
  return { __name: (await namesOf(ctx, field, value)).join(', ') }
}
