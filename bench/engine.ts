import fc from 'fast-check'
import { say } from '../src/commands/say.ts'
import { compile } from '../src/engine/compile.ts'
import { checkLaws } from '../src/engine/models/laws.ts'
import { lively } from '../src/engine/models/lively.ts'
import { type Program, prepare } from '../src/engine/program.ts'
import { newState, type State } from '../src/engine/state.ts'
import { step } from '../src/engine/step.ts'
import { type Contender, compare, percentile, type Rounds, type Sample } from './compare.ts'

/** The engine alone, on one core: no database, but states are stored and read back as JSON text. */
export async function engine(rounds: Rounds): Promise<void> {
  const task = await load('<userTask id="n0"/>', 1)
  const one = await load(assignment(0), 1)
  const many = await load(
    [...Array.from({ length: 10 }, (_, no) => assignment(no)), GATEWAYS].join(''),
    10,
  )
  await compare(
    [
      { name: 'start, a task done by a person, end', measure: measure(() => liveThrough(task)) },
      {
        name: 'start, one automatic step, end',
        limit: 'one step',
        measure: measure(() => runThrough(one)),
      },
      {
        name: 'start, ten automatic steps and two gateways, end',
        measure: measure(() => runThrough(many)),
      },
    ],
    rounds,
  )
  tryModels(rounds.rounds * rounds.seconds)
}

/** Random models, for as many seconds as were measured: whether any of them breaks a law of the engine. */
function tryModels(seconds: number): void {
  const picks = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 })
  const result = fc.check(fc.property(lively, picks, checkLaws), {
    numRuns: 1_000_000,
    interruptAfterTimeLimit: seconds * 1000,
  })
  const isBroken = result.counterexample !== null
  const words = isBroken ? fc.defaultReportMessage(result) : 'no law was broken'
  say(`${result.numRuns} random models, seed ${result.seed}: ${words}`)
  if (isBroken) process.exitCode = 1
}

const AT = '2026-01-01T00:00:00.000Z'

/** Two transactions of a host: each reads the state as text and writes it as text. */
function liveThrough(program: Program): void {
  const begun = step(program, newState(), { type: 'start', at: AT, values: { amount: 5 } })
  const stored = store(begun.state)
  const done = step(program, restore(stored), { type: 'submitted', token: 2, at: AT })
  if (!restore(store(done.state)).control.end) throw new Error('the process has not ended')
}

function runThrough(program: Program): void {
  const { state } = step(program, newState(), { type: 'start', at: AT, values: { amount: 5 } })
  if (!restore(store(state)).control.end) throw new Error('the process has not ended')
}

const store = ({ control, variables }: State) => [
  JSON.stringify(control),
  JSON.stringify(variables),
]

const restore = ([control = '', variables = '']: string[]): State => ({
  control: JSON.parse(control),
  variables: JSON.parse(variables),
})

const BATCH = 500

/** Repeats an action for some seconds, in batches so that the clock costs nothing. */
function measure(act: () => void): Contender['measure'] {
  return async (seconds): Promise<Sample> => {
    const times: number[] = []
    const before = process.cpuUsage()
    const start = performance.now()
    while (performance.now() - start < seconds * 1000) {
      const since = performance.now()
      for (let at = 0; at < BATCH; at++) act()
      times.push((performance.now() - since) / BATCH)
    }
    const count = times.length * BATCH
    const { user, system } = process.cpuUsage(before)
    return {
      perSecond: (count * 1000) / (performance.now() - start),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      nodeCpu: (user + system) / count,
      postgresCpu: 0,
    }
  }
}

const assignment = (no: number) => `<businessRuleTask id="n${no}"><extensionElements>
  <kontor:mappings><kontor:mapping direction="in" source="amount" target="v${no}"/></kontor:mappings>
</extensionElements></businessRuleTask>`

const GATEWAYS = '<exclusiveGateway id="split" default="no"/><exclusiveGateway id="merge"/>'

/** A chain of steps; the gateways, where there are any, stand around the last but one. */
async function load(elements: string, steps: number): Promise<Program> {
  const chain = ['start', ...Array.from({ length: steps }, (_, no) => `n${no}`), 'end']
  const flow = (source = '', target = '', rest = '') =>
    `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}">${rest}</sequenceFlow>`
  const plain = chain.slice(1).map((target, at) => flow(chain[at], target))
  const branched = [
    ...plain.filter((_, at) => at < 8 || at > 9),
    flow('n7', 'split'),
    flow('split', 'n8', '<conditionExpression>amount &gt; 1</conditionExpression>'),
    flow('n8', 'merge'),
    '<sequenceFlow id="no" sourceRef="split" targetRef="merge"/>',
    flow('merge', 'n9'),
  ]
  const { model, problems } = await compile(`<?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
      targetNamespace="bench"><process id="bench" isExecutable="true"><startEvent id="start"/>${elements}
      <endEvent id="end"/>${(steps === 1 ? plain : branched).join('')}</process></definitions>`)
  if (!model) throw new Error(JSON.stringify(problems))
  return prepare(model)
}
