const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const STEP = /(Task|task|Event|Gateway|subProcess|callActivity)$/

export type Step = {
  id: string
  name: string
  /** It can begin by itself: no start, no event on a border, no join. */
  canBegin: boolean
}
export type Way = { id: string; name: string; target: string }

const parse = (xml: string): Element[] => [
  ...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS(BPMN, '*'),
]

const idOf = (element: Element) => element.getAttribute('id') ?? ''
const nameOf = (element: Element) => element.getAttribute('name') ?? ''

/** The steps of a diagram that a token can stand at. */
export const stepsOf = (xml: string): Step[] =>
  parse(xml)
    .filter(({ localName }) => STEP.test(localName))
    .map((element) => ({
      id: idOf(element),
      name: nameOf(element),
      canBegin: !isEvent(element) && !isUndone(element) && !isJoin(element),
    }))

const isEvent = ({ localName }: Element) =>
  localName === 'startEvent' || localName === 'boundaryEvent'

const isUndone = (element: Element) =>
  ['isForCompensation', 'triggeredByEvent'].some((name) => element.getAttribute(name) === 'true')

const isJoin = (element: Element) =>
  /^(parallel|inclusive|complex)Gateway$/.test(element.localName) &&
  element.getElementsByTagNameNS(BPMN, 'incoming').length > 1

/** The flows that lead on from a step. */
export function waysFrom(xml: string, step: string): Way[] {
  const all = parse(xml)
  const names = new Map(all.map((element) => [idOf(element), nameOf(element)]))
  return all
    .filter(
      (element) =>
        element.localName === 'sequenceFlow' && element.getAttribute('sourceRef') === step,
    )
    .map((element) => {
      const target = element.getAttribute('targetRef') ?? ''
      return { id: idOf(element), name: nameOf(element), target: names.get(target) || target }
    })
}
