import type { AppAddress } from '../../../lib/app-path.ts'
import { invalid } from '../../../lib/errors.ts'
import { etagOf, requireMatch } from '../../../lib/etag.ts'
import { requireObject } from '../../../lib/existence.ts'
import type { Context } from '../../../platform/context.ts'
import * as processes from '../change.ts'
import { findHeld, type Held, holdInstance } from '../hold.ts'
import { findOneIncident, listOpenIncidents } from '../incidents.ts'
import { getNewest, getTemplate } from '../published.ts'
import { queueMove } from '../queued-move.ts'
import { repairIncident } from '../repair.ts'
import { type Outcome, runEach } from '../run-each.ts'
import { findObstacles, moveToVersion, type VersionPlan } from '../version-move.ts'
import { listMovable } from '../versions.ts'
import { getTemplateById } from './lists.ts'
import { mayChangeInstance, mayReadInstance, NOBODYS } from './policy.ts'

/** Runs another transaction: each locks one instance, however many are changed. */
export type Write = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

export async function interruptInstance(ctx: Context, id: string, comment: string): Promise<void> {
  const held = await holdForChange(ctx, id, { isAuthorEnough: true })
  await processes.interrupt(ctx, held, comment)
}

export async function holdForChange(
  ctx: Context,
  id: string,
  options: { isAuthorEnough?: boolean } = {},
): Promise<Held> {
  const found = await findHeld(ctx, id)
  const { namespace, code } = found?.published ?? NOBODYS.place
  return requireObject({
    kind: 'process instance',
    id,
    found,
    placeholder: undefined,
    right: 'update',
    refusal: `the right "update" on process ${namespace}/${code} is required`,
    may: (right, held) => {
      const owned = held
        ? { id, created_by: held.instance.created_by, place: held.published }
        : NOBODYS
      return right === 'read' ? mayReadInstance(ctx, owned) : mayChangeInstance(ctx, owned, options)
    },
  })
}

export async function interruptInstances(
  write: Write,
  ids: readonly string[],
  comment: string,
): Promise<Outcome> {
  const outcome = await runEach(ids, (id) => write((ctx) => interruptInstance(ctx, id, comment)))
  return orRefuse(outcome)
}

/** More would lock the instance for too long. */
const MOST_REPAIRED = 500

/** Repairs all failed steps of the instance, together or not at all. */
export async function repairSteps(
  ctx: Context,
  id: string,
  type: 'skip' | 'restart',
): Promise<void> {
  await holdForChange(ctx, id)
  const failed = await listOpenIncidents(ctx, id)
  if (failed.length === 0) throw invalid('no step of the instance has failed')
  if (failed.length > MOST_REPAIRED) {
    throw invalid(
      `${failed.length} steps have failed, at most ${MOST_REPAIRED} are repaired together: use repairIncidents`,
    )
  }
  for (const incident of failed) {
    // Repairing one may have ended others.
    const { closedAt } = (await findOneIncident(ctx, incident)) ?? {}
    if (closedAt === null) await repairIncident(ctx, incident, { type })
  }
}

export async function repairStepsOf(
  write: Write,
  ids: readonly string[],
  type: 'skip' | 'restart',
): Promise<Outcome> {
  return orRefuse(await runEach(ids, (id) => write((ctx) => repairSteps(ctx, id, type))))
}

export async function changeContext(
  ctx: Context,
  id: string,
  change: {
    context?: Record<string, unknown> | undefined
    comment: string
    ifMatch?: string | undefined
  },
): Promise<void> {
  const { context, comment, ifMatch } = change
  const held = await holdForChange(ctx, id)
  if (comment.trim() === '') throw invalid('comment is required')
  if (!context) throw invalid('context is required')
  requireMatch(ifMatch, etagOf(held.instance.revision), 'the instance was changed in the meantime')
  await processes.changeContext(ctx, held, { context, comment })
}

export type VersionMove = VersionPlan & { dryRun: boolean; queue: boolean }

/** Moves to the newest version; does nothing if the instance already has it. Returns whether it is queued for later. */
export async function moveVersion(
  ctx: Context,
  id: string,
  wanted: VersionMove,
): Promise<{ queued: boolean }> {
  const held = await holdForChange(ctx, id)
  const to = await getNewest(ctx, await getTemplateById(ctx, held.instance.template_id))
  if (to.version === held.instance.version) return { queued: false }
  if (wanted.queue && ['exec', 'error'].includes(held.instance.state)) {
    if (!wanted.dryRun) await queueMove(ctx, held, wanted)
    return { queued: true }
  }
  const obstacles = await findObstacles(ctx, held, to, wanted)
  if (obstacles.length > 0) throw invalid(obstacles.join('; '))
  const { mapping, timers } = wanted
  if (!wanted.dryRun) await moveToVersion(ctx, held, to, { mapping, timers })
  return { queued: false }
}

type Selection = {
  ids: readonly string[] | undefined
  isAll: boolean
  but: readonly string[]
}

export async function moveVersions(
  { ctx, write }: { ctx: Context; write: Write },
  place: AppAddress,
  { ids, isAll, but, ...wanted }: Selection & VersionMove,
): Promise<Outcome & { queued: number }> {
  const template = await getTemplate(ctx, place)
  let queued = 0
  if (!ids && !isAll) throw invalid('expected "instanceIds" or "updateAllActive"')
  const chosen = ids ?? (await listMovable(ctx, template, { but, isRunning: wanted.queue }))
  const outcome = await runEach(chosen, async (id) => {
    const moved = await write(async (step) => {
      const { instance } = await holdInstance(step, id)
      if (instance.template_id !== template.id) {
        throw invalid(
          `the instance does not belong to the process ${place.namespace}/${place.code}`,
        )
      }
      return moveVersion(step, id, wanted)
    })
    if (moved.queued) queued++
  })
  return { ...(isAll || wanted.dryRun ? outcome : orRefuse(outcome)), queued }
}

/** If none succeeded, the call itself has failed. */
function orRefuse(outcome: Outcome): Outcome {
  const [first] = Object.entries(outcome.errors)
  if (outcome.done > 0 || !first) return outcome
  const [id, message] = first
  const more = Object.keys(outcome.errors).length - 1
  throw invalid(`${id}: ${message}${more > 0 ? `, and ${more} more` : ''}`)
}
