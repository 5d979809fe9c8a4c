import { readFileSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { pause } from '../loops/sleep.ts'
import { interrupt } from './interrupt.ts'
import { type GuardTask, Times } from './times.ts'

/**
 * Runs in a thread of its own. When the main thread is blocked for a second it logs the stack and resets
 * SIGTERM and SIGINT to their defaults, so that either ends the process immediately. After the limit it
 * ends the process itself: a node that answers nothing only blocks its replacement.
 *
 * A main thread that got little CPU time is not blocked: the machine is overloaded, or swaps. That is a
 * warning, and signals wait until the thread runs again, so that a stop drains.
 */
const EVERY = 250
const STALL = 1_000
/** CPU time without a beat, in milliseconds, from which on the program itself is blocked. */
const COMPUTING = STALL / 2

const { shared, limit, grace, isSilent } = workerData as GuardTask
const times = new Times(shared)

let beat = times.get('beat')
/** How long the main thread was silent while this one ran: a suspended machine is not a stall. */
let silent = 0
let isStalled = false
let isStarved = false
let computed = computingTime()
let lookedAt = performance.now()

for (;;) {
  await pause(EVERY)
  const passed = performance.now() - lookedAt
  lookedAt += passed
  await look(Math.min(passed, 2 * EVERY))
}

async function look(passed: number): Promise<void> {
  const latest = times.get('beat')
  if (latest === beat) silent += passed
  else await end(latest)
  if (silent >= STALL) await stall()
  if (limit > 0 && silent >= limit * 1000) kill(`the event loop was blocked for ${limit} s`)
  const isStopping = times.get('stopping') > 0
  if (isStopping && times.since('stopping') > grace * 1000) kill(`it did not stop in ${grace} s`)
}

async function stall(): Promise<void> {
  times.set('stalled')
  if (isStalled) return
  const computing = computingTime() - computed
  const facts = { milliseconds: Math.round(silent), computing }
  if (computing < COMPUTING) return starve(facts)
  isStalled = true
  times.set('blocked')
  const stack = await interrupt(() => times.get('beat') === beat)
  say('error', { ...facts, stack }, 'the event loop is blocked')
}

function starve(facts: object): void {
  if (!isStarved) say('warn', facts, 'the machine is overloaded: this process gets no CPU time')
  isStarved = true
}

async function end(latest: number): Promise<void> {
  if (isStalled) say('error', { milliseconds: latest - beat }, 'the event loop is running again')
  beat = latest
  silent = 0
  isStalled = false
  isStarved = false
  computed = computingTime()
}

/** CPU time of the main thread in milliseconds; the elapsed time where it cannot be read. */
function computingTime(): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(
      ' ',
    )
    return Math.round(Number(nanoseconds) / 1e6)
  } catch {
    return Math.round(performance.now())
  }
}

function kill(reason: string): void {
  say('fatal', { reason }, 'terminating this process')
  process.kill(process.pid, 'SIGKILL')
}

/** Writes a log line directly: the logger writes through the main thread. */
function say(level: string, facts: object, msg: string): void {
  if (isSilent) return
  const line = JSON.stringify({ level, time: new Date().toISOString(), ...facts, msg })
  try {
    writeSync(1, `${line}\n`)
  } catch {
    // Standard output is closed.
  }
}
