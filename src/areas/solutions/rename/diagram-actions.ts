import { type InDiagram, idOf, nodeOf, settingsIn } from './diagram.ts'
import { replaceTexts, textsIn } from './xml.ts'

/** The diagram with the new code of an action of a module, and the steps that take it. */
export function renameAction(
  xml: string,
  { module, from, to }: { module: string; from: string; to: string },
): { xml: string; places: InDiagram[] } {
  const texts = textsIn(xml)
  const settings = settingsIn(texts)
  const named = texts.filter(
    ({ element, attribute, value }) =>
      element.tag === 'setting' &&
      attribute === 'value' &&
      element.attributes.name === 'action' &&
      value === from &&
      settings.get(nodeOf(element))?.module === module,
  )
  return {
    xml: replaceTexts(
      xml,
      named.map((text) => [text, to] as const),
    ),
    places: named.map(({ element }) => ({ element: idOf(element), before: from, after: to })),
  }
}
