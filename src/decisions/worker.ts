import { Cache } from '../lib/cache.ts'
import { serve } from '../workers/serve.ts'
import { askedFor, type Case, type Checked, checkDecisions } from './check.ts'
import { type Evaluation, prepareModel, type Ready } from './evaluate.ts'
import { DecisionError } from './feel.ts'
import { readDecisions } from './read.ts'

export type Task =
  | { kind: 'check'; xml: string; decision?: string | undefined; cases: readonly Case[] }
  /** `key` names the text: it is compiled once. */
  | {
      kind: 'evaluate'
      key: string
      xml: string
      decision?: string | undefined
      values: Record<string, unknown>
    }

export type Answer =
  | { kind: 'checked'; checked: Checked }
  | { kind: 'evaluated'; evaluation: Evaluation; decision: string }
  | { kind: 'failed'; message: string }

const ready = new Cache<Promise<Ready>>({ most: 100 })

async function compile(xml: string): Promise<Ready> {
  const { model, problems } = await readDecisions(xml)
  const [first] = problems.filter(({ severity }) => severity !== 'warning')
  if (!model) throw new DecisionError(first?.message ?? 'the decisions cannot be read')
  return prepareModel(model)
}

serve<Task, Answer>(async (task) => {
  if (task.kind === 'check') {
    return { kind: 'checked', checked: await checkDecisions(task.xml, task) }
  }
  try {
    const { model, evaluate } = await ready.get(task.key, () => compile(task.xml))
    const decision = askedFor(model, task.decision)
    return { kind: 'evaluated', evaluation: evaluate(decision, task.values), decision }
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error
    return { kind: 'failed', message: error.message }
  }
})
