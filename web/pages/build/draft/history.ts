import { applyEdits, type Files, inverseOf, joinEdits } from './edits.ts'
import type { Act } from './queue.ts'
import type { Edit } from './types.ts'

type Step = { id: number; forward: readonly Edit[]; back: readonly Edit[] }

const MOST_STEPS = 200

/** What was done here and can be undone, step by step. */
export function createHistory() {
  let done: Step[] = []
  let undone: Step[] = []
  let steps = 0
  /** Whether the next letters belong to the same word. */
  let isTyping = false

  /** The edits of one act, over the files as they are: they are undone together. */
  function add(files: Files, edits: readonly Edit[]): Act {
    const { back } = edits.reduce(
      (before, each) => ({
        files: applyEdits(before.files, [each]),
        back: [...inverseOf(before.files, each), ...before.back],
      }),
      { files, back: [] as Edit[] },
    )
    const last = done.at(-1)
    const forward = last && joinEdits(last.forward, edits)
    const isOne = isTyping && last && forward?.length === last.forward.length
    const step = isOne ? { ...last, forward } : { id: ++steps, forward: edits, back }
    done = [...(isOne ? done.slice(0, -1) : done), step].slice(-MOST_STEPS)
    undone = []
    isTyping = true
    return { edits, step: step.id }
  }

  function undo(): Act | undefined {
    const step = done.at(-1)
    if (!step) return undefined
    done = done.slice(0, -1)
    undone = [...undone, step]
    isTyping = false
    return { edits: step.back }
  }

  function redo(): Act | undefined {
    const step = undone.at(-1)
    if (!step) return undefined
    undone = undone.slice(0, -1)
    done = [...done, step]
    return { edits: step.forward, step: step.id }
  }

  /** What was not taken cannot be undone; nor can what was undone before it be done again. */
  function forget(acts: readonly Act[]): void {
    const gone = new Set(acts.map(({ step }) => step))
    done = done.filter(({ id }) => !gone.has(id))
    undone = []
  }

  return {
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    /** The next letters are a step of their own. */
    pause: () => {
      isTyping = false
    },
    clear: () => {
      done = []
      undone = []
    },
    ...{ add, undo, redo, forget },
  }
}
