import type { ReplyOf } from '../../../client.ts'
import type { Texts } from '../../../texts/index.ts'
import type { SteeringTexts } from '../../../texts/steering.ts'
import { secondsBetween } from '../time.ts'

export type Line = ReplyOf<'bpm', 'timeline'>['lines'][number]
type Step = Line['steps'][number]

export type StoryEntry = {
  seq: number
  at: string
  event: string
  sentence: string
  /** What somebody wrote about it, or what went wrong. */
  quote: string
  /** How long the step took that ended here. */
  seconds: number | undefined
  passed: string[]
  /** Where it waits after this. */
  waits: string[]
  changed: string[]
  /** What somebody did to steps. */
  modified: string[]
  /** What was decided, and which rules of the tables fired. */
  decided: string[]
}

type Words = Texts['processes']['timeline']
type Known = {
  words: Words
  /** What changes of steps are called. */
  does: SteeringTexts['modify']['does']
  nameOf: (user: string) => string
  unnamed: string
}

/** The moves of an instance as a story. */
export function toStory(lines: readonly Line[], known: Known): StoryEntry[] {
  const entered = new Map<number, string>()
  const current = new Map<number, Step>()
  const names = new Map<string, string>()
  return lines.map((line) => {
    const ending = line.steps.find(({ what }) => ENDS.has(what)) ?? only(current)
    for (const step of line.steps) {
      if (step.name !== '') names.set(step.element, step.name)
      if (step.what === 'entered') entered.set(step.token, line.at)
      if (step.what === 'entered') current.set(step.token, step)
      if (ENDS.has(step.what)) current.delete(step.token)
    }
    const since = ending && TAKES_TIME.has(line.event) ? entered.get(ending.token) : undefined
    return {
      seq: line.seq,
      at: line.at,
      event: line.event,
      sentence: sentenceOf(line, ending, known),
      quote: quoteOf(line),
      seconds: since === undefined ? undefined : secondsBetween(since, line.at),
      ...wayOf(line),
      changed: changedIn(line),
      modified: modifiedIn(line, known, names),
      decided: decidedIn(line, known.words),
    }
  })
}

/** The variables that were set; changes of steps are a list. */
function changedIn({ data }: Line): string[] {
  const { changes, variables = {} } = data as { changes?: object; variables?: object }
  return Object.keys(Array.isArray(changes) ? variables : (changes ?? {}))
}

type Modified = { action: keyof Known['does']; element?: string; to?: string }

function modifiedIn({ event, data }: Line, { does }: Known, names: Map<string, string>): string[] {
  if (event !== 'modify' || !Array.isArray(data.changes)) return []
  const nameOf = (id = '') => names.get(id) ?? id
  return (data.changes as Modified[]).map(({ action, element, to }) => {
    if (action === 'move') return does.move(nameOf(element), nameOf(to))
    return does[action](nameOf(action === 'add' ? to : element))
  })
}

/** Who asks how long something took means what people or programs did. */
const TAKES_TIME = new Set(['submitted', 'done', 'child.ended', 'message', 'signal', 'status'])
const ENDS = new Set<Step['what']>(['left', 'cancelled'])

/** What moves nothing is about the current step, if there is only one. */
const only = (current: ReadonlyMap<number, Step>): Step | undefined =>
  current.size === 1 ? [...current.values()][0] : undefined

function quoteOf({ data }: Line): string {
  const {
    comment,
    reason,
    problem,
    failure,
    notes = [],
  } = data as {
    comment?: string
    reason?: string
    problem?: string
    failure?: { message?: string }
    notes?: string[]
  }
  return [comment || reason || problem || failure?.message || '', ...notes]
    .filter(Boolean)
    .join('; ')
}

type Made = { name: string; value: unknown; rules?: { number: number; note?: string }[] }

function decidedIn({ data }: Line, words: Words): string[] {
  const { made = [] } = (data.decision ?? {}) as { made?: Made[] }
  return made.map(({ name, value, rules }) => {
    const fired = rules?.map(({ number, note }) =>
      [words.rule(number), note].filter(Boolean).join(' – '),
    )
    const why = fired && ` (${fired.join(', ') || words.noRule})`
    return words.decided(name, `${JSON.stringify(value)}${why ?? ''}`)
  })
}

/** Steps without a name are for the diagram, not for a sentence. */
function wayOf({ steps }: Line): Pick<StoryEntry, 'passed' | 'waits'> {
  const gone = new Set(steps.filter(({ what }) => ENDS.has(what)).map(({ token }) => token))
  const came = steps.filter(({ what, name }) => what === 'entered' && name !== '')
  const names = (all: Step[]) => [...new Set(all.map(({ name }) => name))]
  return {
    passed: names(came.filter(({ token }) => gone.has(token))),
    waits: names(came.filter(({ token }) => !gone.has(token))),
  }
}

function sentenceOf(line: Line, ending: Step | undefined, known: Known): string {
  const { words, nameOf, unnamed } = known
  const who = nameOf(line.actor)
  const step = ending?.name || unnamed
  switch (line.event) {
    case 'start':
      if (line.data.parent) return words.startByParent
      return who ? words.start(who) : words.startBySystem
    case 'submitted':
      return [words.submitted(who, step), exitOf(line, words)].filter(Boolean).join(' ')
    case 'due':
    case 'done':
    case 'failed':
    case 'suspended':
    case 'status':
    case 'message':
    case 'child.ended':
    case 'child.failed':
    case 'child.escalated':
      return words[line.event](step)
    case 'signal':
      return words.message(step)
    case 'interrupt':
    case 'change':
    case 'modify':
    case 'suspend':
    case 'resume':
    case 'version.queued':
    case 'retry':
    case 'restart':
    case 'skip':
    case 'reassign':
    case 'percent':
    case 'dates':
      return words[line.event](who || words.system)
    case 'version':
      return words.version(who || words.system, Number(line.data.to))
    case 'continue':
    case 'sla':
    case 'transferred':
    case 'version.refused':
      return words[line.event]
    default:
      return words.other
  }
}

/** The exit by the name that its button had; one that has none was the only one. */
function exitOf({ steps, data }: Line, words: Words): string {
  const name = steps.find(({ what, element }) => what === 'taken' && element === data.exit)?.name
  return name ? words.exit(name) : ''
}
