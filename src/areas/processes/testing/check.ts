import { z } from 'zod'
import { toFields } from '../../../definitions/field.ts'
import { type LoadedDefinition, ofKind } from '../../../definitions/load.ts'
import { type Problem, readSource } from '../../../definitions/source.ts'
import type { ModelProblem } from '../../../engine/model.ts'
import { prepare } from '../../../engine/program.ts'
import { pathOf } from '../../../lib/app-path.ts'
import type { Calendar } from '../../../lib/calendar.ts'
import { AppError } from '../../../lib/errors.ts'
import { readHolidays } from '../../../lib/holidays.ts'
import { toCalendar } from '../../../lib/working-week.ts'
import type { Context } from '../../../platform/context.ts'
import { answering, type FindDecision } from './answers.ts'
import { Case } from './operations.ts'
import { type CaseRun, runCase, type Tested } from './run.ts'

const Cases = z.strictObject({ cases: z.array(Case).max(1000) })

/** Milliseconds for all cases of a run, during which nothing else is published. */
const LONGEST = 30_000

type Workers = Pick<Context, 'scripts' | 'decisions' | 'diagrams'>

/** Definitions of other solutions that are already published. */
export type PublishedDefinitions = {
  calendar: (code: string | undefined) => Promise<Calendar>
  decision: FindDecision
}

type Around = { definitions: readonly LoadedDefinition[]; elsewhere: PublishedDefinitions }

/** Runs the test cases of processes; a failing case is a problem at its line. */
export async function checkProcesses(
  workers: Workers,
  processes: readonly LoadedDefinition<'process'>[],
  { longest = LONGEST, ...around }: Around & { longest?: number },
): Promise<Problem[]> {
  const found: Problem[] = []
  const limit = { longest, end: performance.now() + longest }
  for (const each of processes) found.push(...(await checkOne(workers, each, { around, limit })))
  return found
}

type Checking = { around: Around; limit: { longest: number; end: number } }

async function checkOne(
  workers: Workers,
  process: LoadedDefinition<'process'>,
  { around, limit: { longest, end } }: Checking,
): Promise<Problem[]> {
  const { attachments, attached } = process
  const { bpmn, cases } = attachments
  const file = attached.cases
  if (!bpmn || !cases || file === undefined) return []
  const { body, source, problems } = readSource(file, cases.toString('utf8'), Cases)
  if (!body || !source) return problems
  const tested = await toTested(workers, process, around)
  // Errors of the diagram are reported by publishing.
  if (Array.isArray(tested)) return []
  const found: Problem[] = []
  for (const [at, each] of body.cases.entries()) {
    if (performance.now() >= end) {
      const message = `the cases before case ${at + 1} took ${longest / 1000} seconds: no more are run`
      found.push({ file, ...source.location(['cases', at]), message })
      break
    }
    for (const { step, message } of await failuresOf(tested, each, end)) {
      const place = ['cases', at, ...(step === null ? [] : ['steps', step])]
      found.push({
        file,
        ...source.location(place),
        message: `case ${at + 1}${each.name ? ` (${each.name})` : ''}: ${message}`,
      })
    }
  }
  return found
}

async function failuresOf(tested: Tested, each: Case, end: number): Promise<CaseRun['failures']> {
  try {
    return (await runCase(tested, each, end)).failures
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ step: null, message: error.message }]
  }
}

/** A process of unpublished files, ready to run, or the errors of its diagram. */
export async function toTested(
  workers: Workers,
  { attachments, body }: LoadedDefinition<'process'>,
  { definitions, elsewhere }: Around,
): Promise<Tested | ModelProblem[]> {
  const fields = toFields(body.variables)
  const types = Object.fromEntries(fields.map(({ code, type }) => [code, type]))
  const { model, problems } = await workers.diagrams.compile({
    xml: attachments.bpmn?.toString('utf8') ?? '',
    variables: types,
  })
  if (!model) return problems
  const decisions = ofKind(definitions, 'decision')
  const find: FindDecision = async (path) => {
    const own = decisions.find((each) => pathOf(each) === path)
    const xml = own?.attachments.dmn?.toString('utf8')
    if (!own || xml === undefined) return elsewhere.decision(path)
    return { xml, decision: own.body.decision, code: own.code }
  }
  return {
    program: prepare(model),
    fields: new Map(fields.map((field) => [field.code, field])),
    sla: body.sla,
    calendar: ownCalendar(definitions, body.calendar) ?? (await elsewhere.calendar(body.calendar)),
    answer: answering(workers, find),
  }
}

/** The calendar with the code, otherwise the default one. */
function ownCalendar(
  definitions: readonly LoadedDefinition[],
  code: string | undefined,
): Calendar | undefined {
  const all = ofKind(definitions, 'calendar')
  const found = all.find((each) => (code === undefined ? each.body.default : each.code === code))
  const holidays = found?.attachments.holidays?.toString('utf8')
  return (
    found && toCalendar(found.body, holidays === undefined ? undefined : readHolidays(holidays))
  )
}
