import { useBuildTexts } from '../../texts.ts'
import type { Action, Waiting } from './play.ts'

type Act = { label: string; action: Action }

/** What may happen to a token, with the words for it. */
export function useActs(waiting: Waiting, values: Record<string, unknown>): Act[] {
  const t = useBuildTexts().processes.simulation
  const { token, wait, exits, due, awaited } = waiting
  switch (wait) {
    case 'task':
      return exits.length === 0
        ? [{ label: t.done, action: { kind: 'submit', token, values } }]
        : exits.map(({ id, name }) => ({
            label: t.complete(name || id),
            action: { kind: 'submit', token, exit: id, values },
          }))
    case 'timer':
      return due
        ? [
            {
              label: t.fire(due.slice(0, 16).replace('T', ' ')),
              action: { kind: 'pass', until: due },
            },
          ]
        : []
    case 'message':
      return [{ label: t.message(awaited), action: { kind: 'message', name: awaited, values } }]
    case 'signal':
      return [{ label: t.signal(awaited), action: { kind: 'signal', name: awaited, values } }]
    case 'status':
      return [{ label: t.reached(awaited), action: { kind: 'status', token } }]
    case 'condition':
      return [{ label: t.change, action: { kind: 'change', values } }]
    case 'incident':
      return [
        { label: t.change, action: { kind: 'change', values } },
        { label: t.retry, action: { kind: 'retry', token } },
        { label: t.skip, action: { kind: 'skip', token } },
      ]
    default:
      return [
        { label: t.answer, action: { kind: 'done', token, result: values } },
        { label: t.fail, action: { kind: 'fail', token, message: t.failure } },
      ]
  }
}
