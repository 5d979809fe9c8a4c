import type { Job } from '../effects.ts'
import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { inputsOf, isReadable, takeMapped, takeOver, targetOf } from '../mapping.ts'
import type { Node } from '../model.ts'
import { readPerformers } from '../performers.ts'
import { emit, nodeOf, type Run, setVariables, snapshotOf, wait } from '../run.ts'

type ToJob = (run: Run, no: number, node: Node) => Job
type Take = (run: Run, no: number, result: unknown) => void

/** A step that the host executes after the transaction. */
export const jobStep = (toJob: ToJob, take: Take): Element => ({
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    const job = toJob(run, no, node)
    wait(run, no, 'job')
    emit(run, { type: 'job', token: no, node: node.id, job })
  },
  done: (run, no, _, result) => {
    take(run, no, result)
    leave(run, no)
  },
})

const nothing: Take = () => {}

const intoResult: Take = (run, no, result) => {
  const { settings } = nodeOf(run, no)
  if (settings.result) setVariables(run, no, { [settings.result]: result ?? null })
}

/** A script sees all variables and returns those it changes. */
export const script = jobStep(
  (run, no, node) => ({
    kind: 'script',
    ...scriptOf(run, node),
    context: { ...snapshotOf(run, no), ...inputsOf(run, no, node) },
  }),
  takeOver,
)

/** The script of a task itself, or a function of the program that the process has. */
function scriptOf({ program }: Run, { script = '', settings }: Node) {
  const { function: called, result } = settings
  if (!called) return { script }
  return { script: program.model.scripts ?? '', called, ...(result && { answer: result }) }
}

/** Pulled by a program outside. Without mappings it sees all variables and returns those it changes, as a script. */
export const worker = jobStep(
  (run, no, node) => ({
    kind: 'worker',
    topic: node.topic ?? '',
    input: hasInputs(run, node) ? inputsOf(run, no, node) : snapshotOf(run, no),
  }),
  takeOver,
)

const hasInputs = ({ program }: Run, { id }: Node): boolean => program.facts(id).inputs.length > 0

/** Executed by an external program; only mapped results are stored. */
export const action = jobStep(
  (run, no, node) => ({
    kind: 'action',
    module: node.settings.module ?? '',
    action: node.settings.action ?? '',
    input: inputsOf(run, no, node),
  }),
  takeMapped,
)

export const mail = jobStep(
  (run, no, { settings }) => ({ kind: 'mail', settings, context: snapshotOf(run, no) }),
  nothing,
)

export const notification = jobStep(
  (run, no, { settings }) => ({
    kind: 'notification',
    receivers: readPerformers(run, no, settings.receivers ?? ''),
    settings,
    context: snapshotOf(run, no),
  }),
  nothing,
)

export const documentFromTemplate = jobStep(
  (run, no, { settings }) => ({
    kind: 'document',
    template: settings.template ?? '',
    target: targetOf(run, no, settings.target ?? ''),
    context: snapshotOf(run, no),
  }),
  intoResult,
)
