import type { Sla } from '../../../definitions/sla.ts'
import type { Job } from '../../../engine/effects.ts'
import type { Failure } from '../../../engine/events.ts'
import { ExpressionError } from '../../../engine/expressions/expression.ts'
import { type Action, act, begin, type Played, type Playing, show } from '../../../engine/play.ts'
import type { Program } from '../../../engine/program.ts'
import { Refused } from '../../../engine/simulate.ts'
import { momentAfter } from '../../../engine/time/due.ts'
import { tokenIn, tokensIn } from '../../../engine/tokens.ts'
import type { Field } from '../../../fields/field-type.ts'
import type { Calendar } from '../../../lib/calendar.ts'
import { AppError } from '../../../lib/errors.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { ClockRow } from '../clocks/store.ts'
import { readStart } from '../variables.ts'
import { type ClockEvent, TestClocks } from './clocks.ts'
import { compare } from './compare.ts'
import type { Case, Expect, Step } from './operations.ts'

/** A process under test, and what answers its steps. */
export type Tested = {
  program: Program
  fields: ReadonlyMap<string, Field>
  sla: Sla
  calendar: Calendar
  /** Evaluates scripts and decisions; `undefined` = the step waits for an answer. */
  answer: (job: Job, now: Date) => Promise<Answer | undefined>
}

export type Answer = { result: unknown } | { failure: Failure }

/** The result of a run. */
export type CaseRun = Omit<Played, 'refused'> & {
  clocks: ClockRow[]
  told: ClockEvent[]
  failures: { step: number | null; message: string }[]
}

type Running = {
  tested: Tested
  answers: Case['answers']
  playing: Playing
  clocks: TestClocks
  /** How many effects were searched for jobs. */
  seen: number
  /** The deadline. */
  end: number
}

/** Milliseconds: the caller waits for the whole run. */
const LONGEST = 10_000
/** Tokens at once: each is shown with its people. */
const MOST_TOKENS = 1000

type TestCase = Omit<Case, 'expect'> & { expect?: Expect | undefined }

/** Runs a process in memory, step by step, until a step is refused or `end` has passed. */
export async function runCase(
  tested: Tested,
  asked: TestCase,
  end = Number.POSITIVE_INFINITY,
): Promise<CaseRun> {
  const { steps, expect } = asked
  const failures: CaseRun['failures'] = []
  const running = start(tested, asked, end)
  const check = async (wanted: Expect, step: number | null) => {
    await pause(0)
    checkTime(running)
    const messages = compare({ ...show(running.playing), clocks: running.clocks.rows }, wanted)
    failures.push(...messages.map((message) => ({ step, message })))
  }
  let at = 0
  try {
    await settle(running)
    for (; at < steps.length; at++) {
      const step = steps[at] as Step
      if (step.expect) await check(step.expect, at)
      else await take(running, step)
    }
    if (expect) await check(expect, null)
  } catch (error) {
    if (!isExpected(error)) throw error
    failures.push({ step: at < steps.length ? at : null, message: error.message })
  }
  const { clocks, playing } = running
  return { ...show(playing, MOST_TOKENS), clocks: clocks.rows, told: clocks.told, failures }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof Refused || error instanceof ExpressionError

function start(
  tested: Tested,
  { at, start: node, given, answers }: TestCase,
  latest: number,
): Running {
  const { program, fields, sla, calendar } = tested
  const end = Math.min(performance.now() + LONGEST, latest)
  const clocks = new TestClocks(sla, calendar)
  const playing = beginning(() =>
    begin(program, {
      at: new Date(at).toISOString(),
      variables: readStart(fields, given),
      calendar,
      isPaced: true,
      ...(node !== undefined && { start: node }),
      operation: ({ kind }, element) => (kind === 'people' ? undefined : answers[element]),
      moved: (_, { control }, moment) => clocks.follow(control, new Date(moment)),
    }),
  )
  return { tested, answers, playing, clocks, seen: 0, end }
}

/** Errors at the start are errors of the request. */
function beginning(work: () => Playing): Playing {
  try {
    return work()
  } catch (error) {
    if (isExpected(error)) throw new AppError('unprocessable', error.message)
    throw error
  }
}

async function take(running: Running, step: Step): Promise<void> {
  const { playing, clocks } = running
  if (step.pass === undefined) act(playing, toAction(step))
  else {
    await pass(running, step.pass)
    clocks.pass(new Date(playing.simulation.now))
  }
  await settle(running)
}

function toAction({ fail, error, code, ...step }: Step): Action {
  if (fail === undefined) return step as Action
  return { fail, ...(error !== undefined && { message: error }), code }
}

/** From timer to timer, so that what a timer starts is answered at that time. */
async function pass(running: Running, time: string): Promise<void> {
  const { playing, tested } = running
  const { simulation } = playing
  const until = momentAfter(simulation.now, time, tested.calendar)
  for (let { due } = simulation; due !== undefined && due < until; { due } = simulation) {
    act(playing, { pass: due > simulation.now ? due : simulation.now })
    await settle(running)
    // Yields to other work: a timer may repeat many times.
    await pause(0)
    checkTime(running)
  }
  act(playing, { pass: until })
}

/** Answers the jobs that were requested since. */
async function settle(running: Running): Promise<void> {
  const { tested, answers, playing } = running
  const { simulation } = playing
  await goOn(running)
  while (running.seen < simulation.effects.length) {
    const effect = simulation.effects[running.seen++]
    if (effect?.type !== 'job' && effect?.type !== 'child.start') continue
    await pause(0)
    checkTime(running)
    const { token, node } = effect
    const answer = Object.hasOwn(answers, node)
      ? { result: answers[node] }
      : effect.type === 'job' && (await tested.answer(effect.job, new Date(simulation.now)))
    if (!answer || !isAsked(playing, token)) continue
    if ('failure' in answer) simulation.fail(token, answer.failure)
    else simulation.done(token, answer.result)
    await goOn(running)
  }
  if (Object.keys(tokensIn(simulation.state.control)).length > MOST_TOKENS) {
    throw new Refused(`more than ${MOST_TOKENS} tokens at once: the run is too large`)
  }
}

/** Yields to other work between the parts of a long move. */
async function goOn(running: Running): Promise<void> {
  while (running.playing.simulation.goOn()) {
    await pause(0)
    checkTime(running)
  }
}

function checkTime({ end }: Running): void {
  if (performance.now() > end) throw new Refused('the run takes too long')
}

const isAsked = ({ simulation }: Playing, token: number): boolean => {
  const { waits } = tokenIn(simulation.state.control, token) ?? {}
  return waits === 'job' || waits === 'child'
}
