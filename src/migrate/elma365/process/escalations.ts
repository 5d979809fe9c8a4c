import type { Bounds, Piece } from './diagram.ts'
import { timerOf } from './elements/events.ts'
import { receiversOf } from './elements/messages.ts'
import { nameOf } from './elements/shape.ts'
import { Escalation, type Item } from './schemas.ts'
import { toTime } from './times.ts'
import { isVariable, toId, type Work } from './work.ts'
import type { Xml } from './xml.ts'

const SIZE = 32

/** Events on the border stand side by side at its lower edge. */
const onBorder = ({ x, y, width, height }: Bounds, no: number): Bounds => ({
  ...{ x: x + width - SIZE / 2 - no * (SIZE + 4), y: y + height - SIZE / 2 },
  ...{ width: SIZE, height: SIZE },
})

/**
 * What happens when a step takes too long or fails. Returns, by the id of a transition of the package, the
 * event that it begins at.
 */
export function addEscalations(work: Work, item: Item, piece: Piece): Map<string, string> {
  const escalation = Escalation.parse(item.settings.escalation)
  const starts = new Map<string, string>()
  let count = 0
  const attach = (suffix: string, definition: Xml, isInterrupting: boolean): string => {
    const id = `${piece.id}_${suffix}`
    work.diagram.pieces.push({
      ...{ id, tag: 'boundaryEvent', name: '', bounds: onBorder(piece.bounds, count++) },
      ...(piece.lane !== undefined && { lane: piece.lane }),
      attributes: { attachedToRef: piece.id, ...(!isInterrupting && { cancelActivity: false }) },
      children: [definition],
    })
    return id
  }
  const isThere = (exit: string) =>
    work.transitions.some(({ id, source }) => id === exit && source === item.id)

  const { byTime, byError } = escalation ?? {}
  const time = byTime?.enabled ? toTime(byTime.limit, (code) => isVariable(work, code)) : undefined
  if (byTime?.enabled && time && 'why' in time) work.say('not understood', nameOf(item), time.why)
  if (byTime?.enabled && time && 'text' in time) {
    if (time.note) work.say('changed', nameOf(item), time.note)
    const { notify, interrupt, exit } = byTime.action
    if (canBeDue(piece)) piece.attributes = { ...piece.attributes, 'kontor:due': time.text }
    if (isThere(exit)) starts.set(exit, attach('late', timerOf(time.text), interrupt))
    const receivers = notify ? receiversOf(work, item, byTime.action.receivers) : ''
    if (receivers !== '')
      tell(work, item, { piece, at: attach('told', timerOf(time.text), false), receivers })
  }
  const failed = byError?.exit || failureOf(work, item)
  if (failed && isThere(failed)) {
    starts.set(failed, attach('failed', { tag: 'bpmn:errorEventDefinition' }, true))
  }
  if (byError?.notify)
    work.say('changed', nameOf(item), 'a step that fails is an incident, which operators see')
  return starts
}

/** Scripts name their way out after an error beside the escalation. */
function failureOf({ transitions }: Work, { id }: Item): string | undefined {
  return transitions.find(({ source, type }) => source === id && type === 'error')?.id
}

const canBeDue = ({ tag, attributes }: Piece): boolean =>
  tag === 'userTask' ||
  String(attributes?.['kontor:step'] ?? '').match(/list_process|sign_item/) !== null

type Telling = { piece: Piece; at: string; receivers: string }

/** Who is told that a step takes too long. */
function tell({ diagram }: Work, item: Item, { piece, at, receivers }: Telling): void {
  const { x, y, height } = piece.bounds
  const own = piece.lane === undefined ? {} : { lane: piece.lane }
  const [told, done] = [`${at}_people`, `${at}_end`]
  diagram.pieces.push(
    {
      ...{ ...own, id: told, tag: 'sendTask', name: 'Tell that it is late' },
      bounds: { x, y: y + height + 40, width: 80, height: 64 },
      settings: { receivers, subject: item.name || 'A task is late' },
    },
    {
      ...{ ...own, id: done, tag: 'endEvent', name: '' },
      bounds: { x: x + 24, y: y + height + 136, width: SIZE, height: SIZE },
    },
  )
  diagram.flows.push(
    { id: `${told}_begin`, name: '', source: at, target: told, path: [] },
    { id: `${told}_done`, name: '', source: told, target: done, path: [] },
  )
}

/** A flow begins at the step itself, unless time or an error sends it on its way. */
export const sourceOf = (starts: Map<string, string>, id: string, source: string): string =>
  starts.get(id) ?? toId(source)
