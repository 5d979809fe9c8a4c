import type { Operation } from '../../../engine/effects.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { AppError, invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { refuseEndless } from '../../../platform/outside/chain.ts'
import { onBehalf, type Reference } from '../../apps/on-behalf.ts'
import { createItem, setStatus, updateItem } from '../../apps/service.ts'
import { ensureRegistered } from '../../registration/service.ts'
import type { Move } from '../move.ts'
import { findEach } from '../people.ts'
import { findTarget, readPath } from '../targets.ts'
import type { EffectOf } from './carry-out.ts'

/** Carried out at once, in this transaction; rolled back to a savepoint if it fails. */
export async function operate(move: Move, effect: EffectOf<'operation'>): Promise<void> {
  const { token, operation } = effect
  try {
    const result = isReading(operation) ? await perform(move, effect) : await change(move, effect)
    move.pending.push({ type: 'done', token, result })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    move.pending.push({ type: 'failed', token, failure: { message: error.message } })
  }
}

async function change(move: Move, effect: EffectOf<'operation'>): Promise<unknown> {
  const { namespace, code } = move.published
  refuseEndless({ template: `process:${namespace}/${code}`, depth: move.instance.depth })
  return inSavepoint(move.ctx.db, () => perform(move, effect))
}

const isReading = ({ kind }: Operation) => kind === 'read' || kind === 'people'

async function perform(move: Move, effect: EffectOf<'operation'>): Promise<unknown> {
  const { operation } = effect
  const ctx = systemFor(move)
  switch (operation.kind) {
    case 'read':
      return readAll(move, effect.token, operation.paths)
    case 'people':
      return findEach(ctx, operation.choices, move.instance)
    case 'item.create':
      return createFor(move, effect, operation)
    case 'item.update': {
      const { id, ...place } = await requireTarget(move, operation.target)
      await updateItem(ctx, place, { id, context: operation.values, ifMatch: undefined })
      return null
    }
    case 'item.status': {
      const { id, ...place } = await requireTarget(move, operation.target)
      await setStatus(ctx, place, { id, status: operation.status, ifMatch: undefined })
      return null
    }
    case 'register':
      return register(move, operation)
  }
}

async function register(
  move: Move,
  { target, folder }: Extract<Operation, { kind: 'register' }>,
): Promise<string> {
  const place = await requireTarget(move, target)
  // The actor is whoever brought the process here, by a task or by starting it.
  const wanted = { folder, registrar: move.actor }
  const { number, isNew } = await ensureRegistered(systemFor(move), place, wanted)
  if (!isNew) move.notes.push(`the item is already registered in this folder and stays ${number}`)
  return number
}

const systemFor = ({ ctx, instance }: Move): Context =>
  onBehalf(ctx, {
    instance: instance.id,
    template: instance.template_id,
    depth: instance.depth,
  })

async function readAll(
  move: Move,
  token: number,
  paths: readonly string[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const path of paths) values[path] = await readPath(move, token, path)
  return values
}

/** The new item in the form that the variable for it takes. */
async function createFor(
  move: Move,
  { node }: EffectOf<'operation'>,
  { app, values }: Extract<Operation, { kind: 'item.create' }>,
): Promise<unknown> {
  const { published } = move
  const { namespace, code } = parsePath(app)
  const wanted = { context: values, withEventForceCreate: true }
  const { item } = await createItem(systemFor(move), { namespace, code }, wanted)
  const { __id: id } = item.parse<{ __id: string }>()
  const field = published.byCode.get(published.program.node(node).settings.result ?? '')
  return field?.type === 'REF_ITEM' ? [{ namespace, code, id }] : [id]
}

async function requireTarget(
  move: Move,
  target: Parameters<typeof findTarget>[1],
): Promise<Reference> {
  const found = await findTarget(move, target)
  if (!found) throw invalid(`"${target.path}" does not refer to an item`)
  return found
}
