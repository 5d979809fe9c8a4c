import { type Migration, migrate } from '../../engine/migrate.ts'
import type { Context } from '../../platform/context.ts'
import { calendarNamed } from '../calendars/service.ts'
import { carryOut } from './effects/carry-out.ts'
import type { Held } from './hold.ts'
import { beginMove, feedPending, finishMove, type Move } from './move.ts'
import type { Published } from './published.ts'
import { saveTaskNodes } from './store/tasks.ts'

/** Elements of the old version mapped to those that replace them. */
export type Mapping = Readonly<Record<string, string>>

export type VersionPlan = { mapping: Mapping; timers: 'keep' | 'recompute' }

const migrated = async (
  ctx: Context,
  { instance, published }: Held,
  to: Published,
  { mapping: nodes, timers }: VersionPlan,
): Promise<Migration> =>
  migrate(
    { control: instance.control, variables: instance.context },
    {
      from: published.program,
      to: to.program,
      plan: { nodes, flows: nodes, timers },
      at: ctx.now().toISOString(),
      calendar: await calendarNamed(ctx, to.body.calendar),
    },
  )

/** Why an instance cannot be moved to another version; empty if it can. */
export async function findObstacles(
  ctx: Context,
  held: Held,
  to: Published,
  plan: VersionPlan,
): Promise<string[]> {
  const { instance, published } = held
  if (instance.state !== 'wait') {
    return [`only a waiting instance moves to another version, this one is in "${instance.state}"`]
  }
  const { problems } = await migrated(ctx, held, to, plan)
  return problems.map(({ node, message }) => {
    const { name } = published.program.node(node)
    return `the element "${name || node}": ${message}`
  })
}

/** Moves a locked instance to another version of its process: completely, or it throws. */
export async function moveToVersion(
  ctx: Context,
  held: Held,
  to: Published,
  plan: VersionPlan,
): Promise<void> {
  const move = beginMove(ctx, to, { ...held.instance, version: to.version })
  const { state, effects } = await migrated(ctx, held, to, plan)
  move.state = state
  addVariables(move, to)
  for (const effect of effects) await carryOut(move, effect)
  await feedPending(move)
  await finishMove(move, 'version', { from: held.published.version, to: to.version, ...plan })
  const moved = effects.flatMap((effect) =>
    effect.type === 'moved'
      ? [{ token: effect.token, node: effect.to, path: `/items/${to.blockId(effect.to)}` }]
      : [],
  )
  await saveTaskNodes(ctx.db, held.instance.id, moved)
}

/** New variables get their defaults. */
function addVariables(move: Move, { fields }: Published): void {
  const added = fields.filter(({ code }) => !(code in move.state.variables))
  if (added.length === 0) return
  const values = Object.fromEntries(added.map((field) => [field.code, field.default ?? null]))
  move.state = { ...move.state, variables: { ...move.state.variables, ...values } }
  move.isContextChanged = true
}
