import { v5 } from 'uuid'
import { ExpressionError } from '../../../engine/expressions/expression.ts'
import { type Node, performerText } from '../../../engine/model.ts'
import { momentAfter } from '../../../engine/time/due.ts'
import { tokenIn } from '../../../engine/tokens.ts'
import type { Calendar } from '../../../lib/calendar.ts'
import { NIL_ID, newId } from '../../../lib/ids.ts'
import { calendarOf, givenCalendar } from '../../calendars/service.ts'
import { answerId } from '../exits.ts'
import type { Move } from '../move.ts'
import { fillTemplate } from '../names.ts'
import { findPeople } from '../people.ts'
import { translatorOf } from '../texts.ts'
import type { EffectOf } from './carry-out.ts'

/** A task without performers raises an incident. */
export async function createTask(move: Move, effect: EffectOf<'task.create'>): Promise<void> {
  const { instance, published, rows, ctx } = move
  const { token, node: nodeId, kind, locals = {} } = effect
  const node = published.program.node(nodeId)
  const named = performerText(published.program.model, node) || AUTHOR
  const performers = await performersOf(move, effect, named)
  if (performers.length === 0) {
    const message = `nobody is there to do it: "${named}" leads to no user who can sign in`
    move.pending.push({ type: 'failed', token, failure: { message } })
    return
  }
  const values = { ...move.state.variables, ...locals }
  const title = titleOf(move, node)
  const { about } = effect
  rows.tasks.set(token, {
    id: newId(),
    token,
    node: nodeId,
    kind,
    state: performers.length === 1 ? 'in_progress' : 'assignment',
    name: about?.name ?? (await fillTemplate(ctx, title, { fields: published.byCode, values })),
    description: about?.text ?? '',
    path: `/items/${published.blockId(nodeId)}`,
    branch: isBranch(move, effect) ? v5(`branch:${token}`, instance.id) : NIL_ID,
    performers,
    participants: await findPeople(ctx, effect.participants ?? [], instance),
    can_reassign: node.settings.allowReassign !== 'false',
    due_at: await dueFor(move, effect, performers),
    timer_id: isTimed(move, effect) ? v5(`timer:${token}`, instance.id) : NIL_ID,
    locals,
    exit: null,
    comment: '',
    ended_at: null,
  })
  touchItem(move)
}

/** A name with values in it is stored in the language of the installation; a plain one is translated for readers. */
function titleOf(
  { ctx, published: { body } }: Move,
  { settings: { taskName }, name }: Node,
): string {
  if (!taskName) return name || body.name
  return taskName.includes('{$')
    ? translatorOf(body, ctx.config.KONTOR_LANGUAGE)(taskName)
    : taskName
}

/**
 * Working time is counted by the calendar of the performer if there is only one. A calendar with too little
 * working time is not used.
 */
async function dueFor(
  { ctx, at }: Move,
  { due, working }: EffectOf<'task.create'>,
  performers: readonly string[],
): Promise<string | null> {
  const [only, second] = performers
  if (working === undefined || only === undefined || second !== undefined) return due
  for (const find of [calendarOf, givenCalendar]) {
    const calendar = await find(ctx, only)
    if (!calendar) return due
    const moment = momentIn(calendar, at, working)
    if (moment !== undefined) return moment
  }
  return due
}

function momentIn(calendar: Calendar, at: Date, working: string): string | undefined {
  try {
    return momentAfter(at.toISOString(), working, calendar)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Without performers the task goes to whoever started the process. */
const AUTHOR = 'role:author'

async function performersOf(
  { ctx, instance }: Move,
  { kind, performers }: EffectOf<'task.create'>,
  named: string,
): Promise<string[]> {
  // The people of a sheet were looked up when it began; each keeps their position on it.
  if (kind === 'approval' || kind === 'inform') return performers.map(({ value }) => value)
  const asked = named === AUTHOR ? [{ kind: 'role', value: 'author' } as const] : performers
  return findPeople(ctx, asked, instance)
}

/** Whether a timer fires when the task is due. */
function isTimed({ published }: Move, { node, due }: EffectOf<'task.create'>): boolean {
  const { program } = published
  const { autoApproval = 'off' } = program.node(node).settings
  const onBorder = program.facts(node).border.some(isTimer)
  return due !== null && (autoApproval !== 'off' || onBorder)
}

const isTimer = ({ trigger, triggers = [] }: Node): boolean =>
  [trigger, ...triggers].some((each) => each?.kind === 'timer')

/** Tasks of a loop and of a sheet run in parallel. */
const isBranch = ({ state }: Move, { token }: { token: number }): boolean => {
  const { run, respondent } = tokenIn(state.control, token) ?? {}
  return run !== undefined || respondent !== undefined
}

export function closeTask(move: Move, { token, exit, comment }: EffectOf<'task.close'>): void {
  const id = exit === null ? null : exitId(move, token, exit)
  endTask(move, token, 'closed', { exit: id, ...(comment && { comment }) })
}

/** Clients know a flow by the id of its block, and an answer on a sheet by an id of its own. */
function exitId({ published, instance }: Move, token: number, exit: string): string {
  const isFlow = published.program.model.flows[exit] !== undefined
  return isFlow ? published.blockId(exit) : answerId(instance.id, token, exit)
}

export const cancelTask = (move: Move, { token }: { token: number }): void =>
  endTask(move, token, 'cancel', {})

type Ending = { exit?: string | null; comment?: string }

function endTask(
  move: Move,
  token: number,
  state: 'closed' | 'cancel',
  { exit = null, comment = '' }: Ending,
): void {
  const { rows, at } = move
  const fresh = rows.tasks.get(token)
  if (fresh) rows.tasks.set(token, { ...fresh, state, exit, comment, ended_at: at })
  else rows.endedTasks.set(token, { token, state, exit, comment })
  touchItem(move)
}

function touchItem({ instance: { item }, items }: Move): void {
  if (item) items.set(item[0].id, item[0])
}
