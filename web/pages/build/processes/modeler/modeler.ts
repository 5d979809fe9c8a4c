import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import Bpmn from 'bpmn-js/lib/Modeler'
import { extension } from '../../../../../src/engine/extension.ts'
import { COLOURS, FONT, LABEL, READABLE, widenLabels } from '../../../processes/diagram/labels.ts'
import type { Moddle, Pen } from '../settings/moddle.ts'
import { limits } from './limits.ts'
import { readable } from './readable-ids.ts'
import type { Services, Shape } from './services.ts'
import { inHandOf } from './written.ts'

export type Mark = { element: string; isError: boolean; text: string }

const MARGIN = 24

type Options = { translate: (text: string) => string }

/** A diagram that can be drawn, in an element of the page. */
export function openModeler(container: HTMLElement, { translate }: Options) {
  const modeler = new Bpmn({
    container,
    bpmnRenderer: COLOURS,
    textRenderer: { defaultStyle: FONT, externalStyle: LABEL },
    moddleExtensions: { kontor: structuredClone(extension) },
    additionalModules: [
      limits,
      readable,
      // The order of a file is whoever's wrote it.
      { translate: ['value', filling(translate)], bpmnDiOrdering: ['value', {}] },
    ],
  })
  const get = <Name extends keyof Services>(name: Name) => modeler.get(name) as Services[Name]
  let marked: [string, string][] = []
  let shown = ''
  let isImporting = false
  return {
    get,
    /** Replaces the diagram; what was done before cannot be undone then. */
    show: async (xml: string, picture: string) => {
      shown = xml
      isImporting = true
      try {
        await modeler.importXML(picture)
        widenLabels(get('elementRegistry'), get('graphicsFactory'))
        fitAll()
      } finally {
        isImporting = false
      }
    },
    /** Without a change it is the very text that was shown. */
    xml: async (): Promise<string> => {
      if (!get('commandStack').canUndo()) return shown
      const { xml } = await modeler.saveXML({ format: true })
      return xml === undefined ? shown : inHandOf(shown, xml)
    },
    /** Somebody changed something; opening a diagram is no change. */
    onChanged: (act: () => void) =>
      get('eventBus').on('commandStack.changed', () => {
        if (!isImporting) act()
      }),
    fitAll,
    destroy: () => modeler.destroy(),
    on: (events: string[], act: () => void) => get('eventBus').on(events, act),
    /** Writes through commands, so that everything can be undone. */
    penFor: (shape: Shape): Pen => ({
      create: (type, properties = {}) => get('moddle').create(type, properties),
      set: (owner, properties) => {
        const { modeling, of } = { modeling: get('modeling'), of: shapeOf(owner) }
        if (of) modeling.updateProperties(of, properties)
        else modeling.updateModdleProperties(shape, owner, properties)
      },
    }),
    /** Shows problems and tokens on their elements. */
    mark: (marks: readonly Mark[]) => {
      const { canvas, overlays, registry } = {
        canvas: get('canvas'),
        overlays: get('overlays'),
        registry: get('elementRegistry'),
      }
      for (const [id, name] of marked) if (registry.get(id)) canvas.removeMarker(id, name)
      overlays.remove({ type: 'problem' })
      const drawn = marks.filter(({ element }) => registry.get(element))
      marked = drawn.map(({ element, isError }) => [element, isError ? 'wrong' : 'doubtful'])
      for (const [id, name] of marked) canvas.addMarker(id, name)
      for (const [element, of] of Map.groupBy(drawn, (each) => each.element)) {
        const html = signFor(of)
        overlays.add(element, 'problem', { position: { top: -11, left: -11 }, html })
      }
    },
  }
  /** All of it beside the palette, but never larger than it is. */
  function fitAll(): void {
    const canvas = get('canvas')
    const { inner, outer } = canvas.viewbox()
    const { offsetLeft: x = 0, offsetWidth = 0 } = paletteOf(container)
    const left = x + offsetWidth + MARGIN
    const room = { width: outer.width - left - MARGIN, height: outer.height - 2 * MARGIN }
    const fitting = Math.min(room.width / inner.width, room.height / inner.height, 1)
    const scale = Math.max(fitting, READABLE)
    const [width, height] = [outer.width / scale, outer.height / scale]
    const y = inner.y - Math.max((height - inner.height) / 2, MARGIN / scale)
    canvas.viewbox({ x: inner.x - left / scale, y, width, height })
  }
  function shapeOf(owner: Moddle): Shape | undefined {
    const found = owner.id ? get('elementRegistry').get(owner.id) : undefined
    return found?.businessObject === owner ? found : undefined
  }
}

export type Modeler = ReturnType<typeof openModeler>

const paletteOf = (container: HTMLElement): Partial<HTMLElement> =>
  container.querySelector<HTMLElement>('.djs-palette') ?? {}

/** bpmn-js fills gaps like `{name}` itself. */
const filling =
  (translate: (text: string) => string) =>
  (text: string, values: Record<string, string> = {}): string =>
    translate(text).replace(/{([^}]+)}/g, (gap, name: string) => values[name] ?? gap)

function signFor(marks: readonly Mark[]): HTMLElement {
  const sign = document.createElement('div')
  const text = marks.map((each) => each.text).join('\n')
  sign.className = 'problem-sign'
  sign.dataset.severity = marks.some(({ isError }) => isError) ? 'error' : 'warning'
  sign.textContent = '!'
  sign.title = text
  sign.setAttribute('role', 'img')
  sign.setAttribute('aria-label', text)
  return sign
}
