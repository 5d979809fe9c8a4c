import { type Node, nodesOf } from './model.ts'
import { contextOf, emit, type Run, snapshotOf, tokenOf, update } from './run.ts'
import type { AgentNotice, Token, Values } from './state.ts'

/** Lets an agent think: the host asks a model, or does what the model has asked for. */
export function think(run: Run, no: number, told?: AgentNotice, isAgain = false): void {
  const { node } = forget(run, no)
  update(run, no, { waits: 'job', ...(told && { told }) })
  const job = { kind: 'agent', context: visibleTo(run, no), told: told ?? null, isAgain } as const
  emit(run, { type: 'job', token: no, node, job })
}

/** It waits for what it has begun, or for a person. */
export function pauseAgent(run: Run, no: number): void {
  forget(run, no)
  update(run, no, { waits: 'activity' })
}

/** What it was told has been taken up. */
function forget(run: Run, no: number): Token {
  const { told: _, ...token } = tokenOf(run, no)
  run.tokens.set(no, token)
  return token
}

/** An activity in the scope of an agent has ended: when nothing else runs there, it thinks again. */
export function resumeAgent(run: Run, scope: number): void {
  const inside = run.tokens.inside(scope)
  const agent = inside.find((no) => tokenOf(run, no).waits === 'activity')
  const isAlone = agent !== undefined && inside.length === 1 && !run.tokens.isAlive(agent)
  if (isAlone) think(run, agent, { hasEnded: true })
}

/**
 * What an agent sees. With `in` mappings only what they name, and what its activities leave; without, all
 * variables.
 */
function visibleTo(run: Run, no: number): Values {
  const { node } = tokenOf(run, no)
  const { inputs } = run.program.facts(node)
  if (inputs.length === 0) return snapshotOf(run, no)
  const context = contextOf(run, no)
  const names = [...inputs.map(({ target }) => target), ...resultsIn(run, node)]
  return Object.fromEntries(names.map((name) => [name, context[name] ?? null]))
}

/** The variables in which the activities inside an element leave something. */
function resultsIn({ program: { model } }: Run, scope: string): string[] {
  const isInside = ({ parent }: Node): boolean => {
    if (parent === undefined || parent === scope) return parent === scope
    const around = model.nodes[parent]
    return around !== undefined && isInside(around)
  }
  return nodesOf(model)
    .filter(isInside)
    .flatMap(({ mappings, settings, form }) => [
      ...mappings.filter(({ direction }) => direction === 'out').map(({ target }) => target),
      ...(settings.result ? [settings.result] : []),
      ...form.filter(({ readonly }) => !readonly).map(({ code }) => code),
    ])
}

/** What a model may pass to an activity: the names that its `in` mappings read from `agent`. */
export const argumentsOf = ({ mappings }: Pick<Node, 'mappings'>): string[] => [
  ...new Set(
    mappings
      .filter(({ direction }) => direction === 'in')
      .flatMap(({ source }) =>
        Array.from(source.matchAll(/\bagent\.([A-Za-z_]\w*)/g), ([, name = '']) => name),
      ),
  ),
]

/** The name under which a model knows an activity or an operation. */
export const toolName = (name: string): string => name.replaceAll('.', '_')

/** `a, b` → `['a', 'b']`: names in a setting. */
export const namesIn = (text = ''): string[] =>
  text
    .split(/[\s,]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
