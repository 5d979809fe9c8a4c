import { joinEdits } from './edits.ts'
import type { Edit } from './types.ts'

/** The edits of one act of a person, and the step of the history that undoes them. */
export type Act = { edits: readonly Edit[]; step?: number }

/** What is sent together. Sent again with its key, it is not done twice. */
export type Batch = {
  key: string
  acts: readonly Act[]
  /** When it was begun, or first sent. */
  at: number
  /** What it was sent over; it may be done or not. */
  revision?: number | undefined
}

export type Sent = Batch & { revision: number }

type Parts = {
  newKey: () => string
  now: () => number
  /** After every change, before anything is sent: it must survive the page. */
  keep: () => void
}

export type Queue = ReturnType<typeof createQueue>

/** What the server does not have yet, in its order. */
export function createQueue({ newKey, now, keep }: Parts) {
  let batches: readonly Batch[] = []
  /** The key of the last batch, while more acts go into it. */
  let openKey: string | undefined
  /** The keys of batches that other pages left behind. */
  const found = new Set<string>()

  function change(next: readonly Batch[]): void {
    batches = next
    keep()
  }

  const replace = ({ key }: Batch, by: readonly Batch[]) =>
    change(batches.flatMap((each) => (each.key === key ? by : [each])))

  function put(act: Act): void {
    const last = batches.at(-1)
    const open = last && last.key === openKey ? last : { key: newKey(), at: now(), acts: [] }
    openKey = open.key
    const others = batches.filter(({ key }) => key !== openKey)
    change([...others, { ...open, acts: withAct(open.acts, act) }])
  }

  /** It is older than what was done here; what may be done already comes first, to be known as such. */
  function takeOver(left: readonly Batch[]): void {
    for (const { key } of left) found.add(key)
    const rank = ({ key, revision }: Batch) => (revision !== undefined ? 0 : found.has(key) ? 1 : 2)
    const all = [...batches, ...left.map(withoutSteps)]
    change(all.toSorted((one, other) => rank(one) - rank(other)))
  }

  /** The first, kept as it is sent: whoever sends it again sends the same. */
  function next(revision: number): Sent | undefined {
    const [first] = batches
    if (!first) return undefined
    const at = first.revision === undefined ? now() : first.at
    const batch = { ...first, at, revision: first.revision ?? revision }
    if (batch.key === openKey) openKey = undefined
    replace(batch, [batch])
    return batch
  }

  /** To find the act that is refused. */
  const takeApart = (batch: Batch) =>
    replace(
      batch,
      batch.acts.map((act) => ({ key: newKey(), at: now(), acts: [act] })),
    )

  /**
   * Takes a batch out. Later acts on the same files may count on it: they go with it, unless they may be done
   * already. Gives all that went.
   */
  function takeOut({ key, acts }: Batch): Act[] {
    const files = new Set(filesOf(acts))
    const isWithin = (act: Act) => filesOf([act]).some((file) => files.has(file))
    const others = batches.filter((each) => each.key !== key)
    const unsent = others.filter(({ revision }) => revision === undefined)
    const gone = [...acts, ...unsent.flatMap((each) => each.acts.filter(isWithin))]
    change(
      others.flatMap((each): Batch[] => {
        if (each.revision !== undefined || !each.acts.some(isWithin)) return [each]
        const left = each.acts.filter((act) => !isWithin(act))
        return left.length > 0 ? [{ ...each, key: newKey(), acts: left }] : []
      }),
    )
    return gone
  }

  return {
    batches: () => batches,
    edits: () => editsOf(batches.flatMap(({ acts }) => acts)),
    clear: () => change([]),
    ...{ put, takeOver, next, replace, takeApart, takeOut },
  }
}

/** Typing a word is one act, not one for each letter. */
function withAct(acts: readonly Act[], act: Act): readonly Act[] {
  const last = acts.at(-1)
  const edits = last && joinEdits(last.edits, act.edits)
  const isOne = last?.step === act.step && edits?.length === last?.edits.length
  return isOne && edits ? [...acts.slice(0, -1), { ...act, edits }] : [...acts, act]
}

/** The history of another page is not that of this one. */
export const withoutSteps = <T extends { acts: readonly Act[] }>(of: T): T => ({
  ...of,
  acts: of.acts.map(({ edits }) => ({ edits })),
})

export const editsOf = (acts: readonly Act[]): Edit[] => acts.flatMap(({ edits }) => edits)

const filesOf = (acts: readonly Act[]): string[] =>
  editsOf(acts).flatMap((edit) => (edit.op === 'rename' ? [edit.file, edit.to] : [edit.file]))
