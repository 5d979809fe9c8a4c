import type { DocflowList, Respondent } from './operations.ts'
import type { Entry, ListKind } from './store.ts'

/** A list while its lines are read. */
type Reading = {
  id: string
  kind: ListKind
  end?: DocflowList['status']
  respondents: Map<string, Respondent>
}

/** The lists of an item after these lines, newest first. */
export function listsAfter(entries: readonly Entry[]): DocflowList[] {
  const lists = new Map<string, Reading>()
  for (const entry of entries) if (entry.list_id !== null) read(lists, entry.list_id, entry)
  return [...lists.values()].map(toList).reverse()
}

function read(lists: Map<string, Reading>, id: string, entry: Entry): void {
  if (entry.event === 'asked') {
    const list = lists.get(id) ?? { id, kind: entry.data.kind, respondents: new Map() }
    lists.set(id, list)
    for (const person of entry.data.people) {
      list.respondents.set(keyOf(entry, person), asked(person, entry.at))
    }
    return
  }
  const list = lists.get(id)
  if (!list) return
  if (entry.event === 'answered') answer(list, entry)
  if (entry.event === 'withdrawn') withdraw(list, entry.at, keyOf(entry, ''))
  if (entry.event === 'closed') {
    list.end = entry.data.status
    withdraw(list, entry.at, '')
  }
}

/** Several steps may ask the same person on one sheet. */
const keyOf = ({ instance_id, step }: Entry, person: string): string =>
  `${instance_id} ${step} ${person}`

const asked = (id: string, at: Date): Respondent => ({
  id,
  status: 'in_progress',
  comment: '',
  responseTime: timeOf(at),
  fileId: null,
  substituteId: null,
})

function answer({ respondents }: Reading, entry: Extract<Entry, { event: 'answered' }>): void {
  const { respondent, answer: status, comment, substitute } = entry.data
  const key = keyOf(entry, respondent)
  const before = respondents.get(key)
  if (!before) return
  const responseTime = timeOf(entry.at)
  respondents.set(key, { ...before, status, comment, responseTime, substituteId: substitute })
}

/** Withdraws the requests of this step that were not answered; `''` means all steps. */
function withdraw({ respondents }: Reading, at: Date, step: string): void {
  for (const [key, respondent] of respondents) {
    if (!key.startsWith(step) || respondent.status !== 'in_progress') continue
    respondents.set(key, { ...respondent, status: 'cancel', responseTime: timeOf(at) })
  }
}

function toList({ id, kind, end, respondents }: Reading): DocflowList {
  const all = [...respondents.values()]
  return { id, type: kind, status: end ?? statusOf(kind, all), respondents: all }
}

/** A sheet is open until something closes it; an acknowledgement list is done when all have read. */
function statusOf(kind: ListKind, all: Respondent[]): DocflowList['status'] {
  if (kind === 'approval' || all.some(({ status }) => status === 'in_progress')) {
    return 'in_progress'
  }
  return all.some(({ status }) => status === 'cancel') ? 'cancel' : 'done'
}

/** Times on the wire have a fraction only if it is not zero. */
const timeOf = (at: Date): string => at.toISOString().replace('.000Z', 'Z')
