import type { Kind } from '../../../definitions/kinds.ts'
import { GLOBAL, type Identity } from '../../../definitions/layout.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { type InDiagram, idOf } from './diagram.ts'
import { movedTo, type NewIdentity, renamed } from './identity.ts'
import { mentionsIt } from './mentions.ts'
import { replaceTexts, textsIn, type XmlText } from './xml.ts'

/** Settings and attributes that are the path of a definition; modules have a code alone. */
const SETTINGS: Record<string, Kind> = { app: 'app', template: 'document', module: 'module' }
const ATTRIBUTES: Record<string, Kind> = { calledElement: 'process', decision: 'decision' }

/** The diagram with the new code of a definition, and every place that names it. */
export function moveInDiagram(
  xml: string,
  move: NewIdentity,
): { xml: string; places: InDiagram[] } {
  const changes: (readonly [XmlText, string])[] = []
  const places: InDiagram[] = []
  for (const text of textsIn(xml)) {
    const { value } = text
    const element = idOf(text.element)
    const after = mend(text, move)
    if (after !== value) {
      changes.push([text, after])
      places.push({ element, before: value, after })
    } else if (!kindAt(text) && mentionsIt(value, move)) {
      places.push({ element, before: value.slice(0, 200), after: null })
    }
  }
  return { xml: replaceTexts(xml, changes), places }
}

function mend(text: XmlText, move: NewIdentity): string {
  const { attribute, value } = text
  if (attribute === undefined) return value
  const kind = kindAt(text)
  if (kind === 'module') return moved(value, { kind, namespace: GLOBAL, code: value }, move)
  if (kind && value.includes('/')) return moved(value, { kind, ...parsePath(value) }, move)
  return value.replace(/(?<=(?:^|[\s,|])group:)[\w.]+(?:\/\w+)?/g, (group) => {
    const { namespace, code } = parsePath(group.includes('/') ? group : `${GLOBAL}/${group}`)
    return moved(group, { kind: 'group', namespace, code }, move)
  })
}

function kindAt({ element, attribute = '' }: XmlText): Kind | undefined {
  const isSetting = element.tag === 'setting' && attribute === 'value'
  return isSetting ? SETTINGS[element.attributes.name ?? ''] : ATTRIBUTES[attribute]
}

function moved(text: string, identity: Identity, move: NewIdentity): string {
  const to = movedTo(identity, move)
  return to ? renamed(text, identity, to) : text
}
