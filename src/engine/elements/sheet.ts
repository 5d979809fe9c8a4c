import { cancelInside } from '../cancel.ts'
import type { NamedUsers } from '../effects.ts'
import type { Element, Submission } from '../element.ts'
import { leave } from '../leave.ts'
import { isReadable, targetOf } from '../mapping.ts'
import { type Node, performerText } from '../model.ts'
import { readChoices } from '../performers.ts'
import {
  add,
  attempt,
  emit,
  nodeOf,
  type Run,
  raise,
  remove,
  setVariables,
  tokenOf,
  update,
  wait,
} from '../run.ts'
import type { Sheet } from '../state.ts'
import { dueAt } from '../time/due.ts'
import { choose } from './exclusive-gateway.ts'

type Kind = 'approval' | 'inform'

/** Several people give an answer about one item, each in a task of their own. */
const sheet = (kind: Kind): Element => ({
  enter: (run, no, node) => {
    if (tokenOf(run, no).sheet) return goOn(run, no, kind)
    if (!isReadable(run, no, node)) return
    const named = node.settings.receivers || performerText(run.program.model, node)
    wait(run, no, 'operation')
    emit(run, {
      type: 'operation',
      token: no,
      node: node.id,
      operation: { kind: 'people', choices: readChoices(run, no, named) },
    })
  },
  done: (run, no, node, found) => {
    const choices = found as NamedUsers[][]
    if (kind === 'inform') inform(run, no, node, choices)
    else approve(run, no, node, choices)
  },
  submitted: (run, no, _, submission) => answer(run, no, kind, submission),
})

/** People approve or reject; conditions of exits can use `__approvePercent` and `__rejectPercent`. */
export const approvalSheet = sheet('approval')

/** People acknowledge that they have read it. */
export const informList = sheet('inform')

/** Closes a sheet with its result. */
export const closeSheet: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    const target = targetOf(run, no, node.settings.targetFieldCode ?? '')
    const isApproved = node.settings.approved === 'true'
    emit(run, { type: 'sheet.close', token: no, node: node.id, target, isApproved })
    leave(run, no)
  },
}

/** Nobody who is named may be left out: the answers of the others would approve without them. */
function approve(run: Run, no: number, node: Node, choices: NamedUsers[][]): void {
  const complete = choices.find((found) => found.length > 0 && !found.some(isNobody))
  if (complete) ask(run, no, 'approval', node, peopleIn(complete))
  else raise(run, no, 'no-people', describeMissing(choices))
}

function describeMissing(choices: NamedUsers[][]): string {
  const missing = choices.flat().filter(isNobody)
  const texts = [...new Set(missing.map(({ text }) => `"${text}"`))]
  if (texts.length === 0) return 'there is nobody to ask'
  const lead = texts.length === 1 ? 'leads' : 'lead'
  return `nobody is there to approve: ${texts.join(', ')} ${lead} to no user who can sign in`
}

/** Those who are found are informed; without any, the step is over. */
function inform(run: Run, no: number, node: Node, choices: NamedUsers[][]): void {
  const people = choices.map(peopleIn).find(({ length }) => length > 0)
  if (people) ask(run, no, 'inform', node, people)
  else leave(run, no)
}

const isNobody = ({ people }: NamedUsers): boolean => people.length === 0

const peopleIn = (found: NamedUsers[]): string[] => found.flatMap(({ people }) => people)

function ask(run: Run, no: number, kind: Kind, node: Node, people: string[]): void {
  const respondents = [...new Set(people)]
  const target = targetOf(run, no, node.settings.targetFieldCode ?? '')
  const isParallel = node.loop ? node.loop.kind === 'parallel' : kind === 'inform'
  const [first, ...rest] = respondents
  const counts = { total: respondents.length, approved: 0, rejected: 0 }
  update(run, no, { waits: 'people', sheet: isParallel ? counts : { ...counts, rest } })
  emit(run, { type: 'sheet.open', token: no, node: node.id, kind, target, respondents })
  for (const each of isParallel ? respondents : [first as string]) askOne(run, no, kind, each)
  armSilence(run, no, node)
}

function askOne(run: Run, no: number, kind: Kind, respondent: string): void {
  const node = nodeOf(run, no)
  const token = add(run, { node: node.id, scope: no, waits: 'task', respondent })
  const performers = [{ kind: 'id', value: respondent } as const]
  emit(run, {
    ...{ type: 'task.create', token, node: node.id, kind, performers },
    ...dueAt(run, no, node.due),
  })
}

const ANSWERS = { approval: ['approved', 'rejected'], inform: ['done'] } as const

function answer(run: Run, no: number, kind: Kind, submission: Submission): string | undefined {
  const answers: readonly string[] = ANSWERS[kind]
  const exit = submission.exit ?? (answers.length === 1 ? answers[0] : undefined)
  if (exit === undefined || !answers.includes(exit)) {
    return `"${exit ?? ''}" is no exit of the task, expected one of ${answers.join(', ')}`
  }
  const { scope: list } = tokenOf(run, no)
  setVariables(run, no, submission.values ?? {})
  close(run, no, exit as Answer, submission)
  attempt(run, list, () => goOn(run, list, kind))
  return undefined
}

type Answer = 'approved' | 'rejected' | 'done'

function close(run: Run, no: number, given: Answer, { actor, comment }: Submission): void {
  const { scope: list, respondent = '' } = tokenOf(run, no)
  const by = { ...(actor !== undefined && { actor }), ...(comment !== undefined && { comment }) }
  emit(run, { type: 'task.close', token: no, exit: given, ...by })
  emit(run, { type: 'sheet.answer', token: no, sheet: list, respondent, answer: given, ...by })
  remove(run, no)
  const counts = tokenOf(run, list).sheet as Sheet
  update(run, list, {
    sheet: {
      ...counts,
      approved: counts.approved + (given === 'rejected' ? 0 : 1),
      rejected: counts.rejected + (given === 'rejected' ? 1 : 0),
    },
  })
}

/** After each answer: takes the first exit whose condition holds, else asks the next person. */
function goOn(run: Run, list: number, kind: Kind): void {
  const { sheet: counts } = tokenOf(run, list)
  if (!counts) return
  const { total, approved, rejected, rest = [] } = counts
  const percent = (part: number) => (100 * part) / total
  update(run, list, {
    waits: 'people',
    locals: { __approvePercent: percent(approved), __rejectPercent: percent(rejected) },
  })
  const isAll = approved + rejected === total
  const flow = choose(run, list)
  const isDecided = run.program.facts(tokenOf(run, list).node).asked.some((each) => each === flow)
  if (isDecided || (isAll && kind === 'approval' && flow)) end(run, list, flow && [flow])
  else if (isAll) end(run, list)
  else if (rest[0] !== undefined) {
    update(run, list, { sheet: { ...counts, rest: rest.slice(1) } })
    askOne(run, list, kind, rest[0])
  }
}

function end(run: Run, list: number, flows?: Parameters<typeof leave>[2]): void {
  if (run.tokens.isAlive(list)) emit(run, { type: 'sheet.withdraw', token: list })
  cancelInside(run, list)
  leave(run, list, flows)
}

/** With `autoApproval`, people who do not answer in time get this answer. */
function armSilence(run: Run, no: number, node: Node): void {
  const { autoApproval = 'off' } = node.settings
  const { due } = dueAt(run, no, node.due)
  if (autoApproval === 'off' || due === null) return
  const { scope } = tokenOf(run, no)
  const token = add(run, { node: node.id, scope, watches: no, waits: 'timer' })
  emit(run, { type: 'timer.arm', token, node: node.id, due })
}

/** The time is up: answers for everybody who was asked, or would have been. */
export function breakSilence(run: Run, watcher: number): void {
  const { watches: list = 0 } = tokenOf(run, watcher)
  const { autoApproval } = nodeOf(run, list).settings
  remove(run, watcher)
  while (run.tokens.has(list)) {
    const [open] = run.tokens.inside(list)
    if (open === undefined) return
    close(run, open, autoApproval as Answer, { comment: 'no answer in time' })
    attempt(run, list, () => goOn(run, list, 'approval'))
  }
}
