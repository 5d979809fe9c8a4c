import type { Move } from '../move.ts'
import { dropJobs } from '../rows.ts'
import type { EffectOf } from './carry-out.ts'

export function startChild({ rows, instance }: Move, effect: EffectOf<'child.start'>): void {
  const { token, process, values, isWaiting } = effect
  rows.jobs.push({
    instance_id: instance.id,
    token,
    kind: 'child.start',
    max_attempts: 1,
    payload: { process, values, isWaiting },
  })
}

/** A child that has not started yet is never started. */
export function cancelChild({ rows, instance }: Move, { token }: { token: number }): void {
  dropJobs(rows, instance.id, token)
  rows.leftChildren.push(token)
}

export const escalate = (move: Move, { code, values }: EffectOf<'escalation'>): void =>
  tellParent(move, 'child.escalated', { code, values })

/** The calling process continues by a job, so that no transaction locks two instances. */
export function reportEnd(move: Move, { end, values }: EffectOf<'ended'>): void {
  const { kind, code, message = `the called process was ${kind}` } = end
  const failure = { message, code: code ?? kind }
  if (kind === 'done') tellParent(move, 'child.ended', { values })
  else tellParent(move, 'child.failed', { failure })
}

function tellParent(
  { rows, instance }: Move,
  kind: string,
  payload: Record<string, unknown>,
): void {
  const { parent_id, parent_token } = instance
  if (parent_id === null || parent_token === null) return
  rows.jobs.push({
    instance_id: parent_id,
    token: parent_token,
    kind,
    max_attempts: 1,
    payload,
  })
}
