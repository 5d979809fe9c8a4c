import type { Action, Waiting } from '../../../../../src/engine/play.ts'
import { useBuildTexts } from '../../texts.ts'

type Act = { label: string; action: Action }

/** What may happen to a token, with the words for it. */
export function useActs(waiting: Waiting, values: Record<string, unknown>): Act[] {
  const t = useBuildTexts().processes.simulation
  const { token, wait, exits, due, awaited } = waiting
  switch (wait) {
    case 'task':
      return exits.length === 0
        ? [{ label: t.done, action: { complete: token, values } }]
        : exits.map(({ id, name }) => ({
            label: t.complete(name || id),
            action: { complete: token, exit: id, values },
          }))
    case 'timer':
      return due
        ? [
            {
              label: t.fire(due.slice(0, 16).replace('T', ' ')),
              action: { pass: due },
            },
          ]
        : []
    case 'message':
      return [{ label: t.message(awaited), action: { message: awaited, values } }]
    case 'signal':
      return [{ label: t.signal(awaited), action: { signal: awaited, values } }]
    case 'selection':
      return [
        ...exits.map(({ id, name }) => ({
          label: t.activate(name || id),
          action: { activate: id, values },
        })),
        { label: t.close, action: { close: token } },
      ]
    case 'status':
      return [{ label: t.reached(awaited), action: { status: token } }]
    case 'condition':
      return [{ label: t.change, action: { set: values } }]
    case 'incident':
      return [
        { label: t.change, action: { set: values } },
        { label: t.retry, action: { retry: token } },
        { label: t.skip, action: { skip: token } },
      ]
    default:
      return [
        { label: t.answer, action: { done: token, result: values } },
        { label: t.fail, action: { fail: token, message: t.failure } },
      ]
  }
}
