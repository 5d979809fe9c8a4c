import { say } from '../src/commands/say.ts'
import { formatTable } from '../test/table.ts'

/** What one contender did in one round. Times in milliseconds, CPU in microseconds per request. */
export type Sample = {
  perSecond: number
  p50: number
  p99: number
  nodeCpu: number
  /** Of the primary, where there are standbys. */
  postgresCpu: number
  standbyCpu?: number | undefined
}

export type Contender = {
  name: string
  /** The others are told as a share of this one, under this short name. */
  limit?: string | undefined
  measure(seconds: number): Promise<Sample>
}

export type Rounds = {
  rounds: number
  seconds: number
  only?: string[] | undefined
  /** Of the large system of the case `years`. */
  events?: number
  items?: number
  minutes?: number | undefined
  folder?: string | undefined
}

/**
 * Other work on the machine comes and goes, so all contenders take turns in every round, forwards
 * and backwards, and a ratio compares what ran in the same round. Medians over the rounds.
 */
export async function compare(contenders: Contender[], { rounds, seconds }: Rounds): Promise<void> {
  for (const { measure } of contenders) await measure(Math.min(seconds, 2))
  const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      samples.get(contender)?.push(await contender.measure(seconds))
    }
    // A run that is stopped before its table has said something.
    const speeds = contenders.map((each) => samples.get(each)?.at(-1)?.perSecond ?? 0)
    say(`round ${round} of ${rounds}: ${speeds.map(Math.round).join(', ')} per second`)
  }
  say(`\n${formatTable(contenders.map((contender) => toRow(contender, samples)))}\n`)
}

function toRow(contender: Contender, samples: Map<Contender, Sample[]>) {
  const own = samples.get(contender) ?? []
  const typical = (read: (sample: Sample) => number) => median(own.map(read))
  const shares = [...samples].flatMap(([{ limit }, theirs]) => {
    const ratios = own.map(({ perSecond }, at) => perSecond / (theirs[at]?.perSecond ?? Number.NaN))
    return limit === undefined ? [] : [[`of ${limit}`, median(ratios)]]
  })
  return {
    contender: contender.name,
    'per second': Math.round(typical((sample) => sample.perSecond)),
    'p50 ms': typical((sample) => sample.p50),
    'p99 ms': typical((sample) => sample.p99),
    'Node µs': Math.round(typical((sample) => sample.nodeCpu)),
    'PostgreSQL µs': Math.round(typical((sample) => sample.postgresCpu)),
    ...(own.some((sample) => sample.standbyCpu !== undefined) && {
      'standby µs': Math.round(typical((sample) => sample.standbyCpu ?? Number.NaN)),
    }),
    ...Object.fromEntries(shares),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The value that a share `part` of all values does not exceed. */
export function percentile(values: number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
