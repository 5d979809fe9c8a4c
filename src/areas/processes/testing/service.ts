import type { LoadedDefinition } from '../../../definitions/load.ts'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Line } from '../../../engine/play.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { calendarNamed } from '../../calendars/service.ts'
import { textOf } from '../../decisions/service.ts'
import { toClockView } from '../clocks/view.ts'
import { findPeople } from '../people.ts'
import { getPublished, type Template } from '../published.ts'
import { answering, type FindDecision } from './answers.ts'
import { type PublishedDefinitions, toTested } from './check.ts'
import { dueOf } from './compare.ts'
import { type CaseRun, runCase, type Tested } from './run.ts'

type TestCase = Parameters<typeof runCase>[1]

/** Runs a published version, with its calendar and the current decisions. */
export async function testProcess(
  ctx: Context,
  template: Template,
  { version = template.processVersion, ...asked }: TestCase & { version?: number | undefined },
) {
  const { program, byCode, body } = await getPublished(ctx, template.id, version)
  const calendar = await calendarNamed(ctx, body.calendar)
  const answer = answering(ctx, findDecision(ctx))
  return run(ctx, { program, fields: byCode, sla: body.sla, calendar, answer }, asked)
}

type Loaded = { process: LoadedDefinition<'process'>; definitions: readonly LoadedDefinition[] }

/** Runs a process of unpublished files, with the other definitions in them. */
export async function testLoaded(ctx: Context, { process, definitions }: Loaded, asked: TestCase) {
  const tested = await toTested(ctx, process, { definitions, elsewhere: publishedBy(ctx) })
  if (Array.isArray(tested)) {
    const [first, ...others] = tested.map(({ element, message }) => `${element}: ${message}`)
    const more = others.length > 0 ? `, and ${others.length} more` : ''
    throw new AppError('unprocessable', `the diagram has problems: ${first}${more}`)
  }
  return run(ctx, tested, asked)
}

async function run(ctx: Context, tested: Tested, asked: TestCase) {
  const { sla, calendar } = tested
  const ran = await runCase(tested, asked)
  const { status: state, now, standing: at, path, variables, waiting, clocks, failures } = ran
  const started = { created_by: ctx.user.id }
  return {
    ...{ state, now, at, path, variables, failures },
    waiting: await Promise.all(
      waiting.map(async (each) => ({
        elementId: each.element,
        name: each.name,
        kind: each.wait,
        awaited: each.awaited,
        exits: each.exits,
        performers: each.who,
        people: await findPeople(ctx, each.performers, started),
        dueAt: each.wait === 'task' ? dueOf(each, clocks) : each.due,
        incident: each.incident,
      })),
    ),
    clocks: clocks.map((row) => {
      const clock = sla[row.code]
      return toClockView(row, clock && { clock, calendar }, new Date(now))
    }),
    log: toLog(ran),
  }
}

function toLog({ log, told }: CaseRun) {
  const lines = [
    ...log.map((line: Line) => ({
      at: line.at,
      kind: line.kind,
      elementId: 'element' in line ? line.element : null,
      text: 'text' in line ? line.text : '',
      dueAt: 'due' in line ? line.due : null,
    })),
    ...told.map(({ at, kind, code, element }) => ({
      ...{ at, kind, elementId: element, text: code, dueAt: null },
    })),
  ]
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const findDecision =
  (ctx: Context): FindDecision =>
  async (path) => {
    const { namespace, code } = parsePath(path)
    const found = (await wholeSnapshot(ctx)).find('decision', namespace, code)
    if (!found || found.deletedAt) return undefined
    return { xml: await textOf(ctx, found), decision: found.body.decision, code }
  }

/** Published definitions that the cases of a solution refer to. */
export const publishedBy = (ctx: Context): PublishedDefinitions => ({
  calendar: (code) => calendarNamed(ctx, code),
  decision: findDecision(ctx),
})
