/** Lines and texts are variables, so that another theme needs no new drawing. */
export const COLOURS = {
  defaultFillColor: 'var(--diagram-fill)',
  defaultStrokeColor: 'var(--diagram-line)',
  defaultLabelColor: 'var(--diagram-text)',
}
export const FONT = { fontFamily: 'Inter, system-ui, sans-serif', fontSize: 12, lineHeight: 1.2 }
/** The smallest scale at which these can be read: 8 pixels are left of them. */
export const READABLE = 0.7
export const LABEL = { ...FONT, fontSize: 11 }

export type Label = {
  x: number
  y: number
  width: number
  height: number
  type?: string
  businessObject?: { name?: string }
}
type Registry<Each> = {
  filter: (is: (element: Each) => boolean) => Each[]
  getGraphics: (element: Each) => SVGElement
}
export type Graphics<Each> = {
  update: (kind: 'shape', element: Each, drawn: SVGElement) => void
}

/** Modellers measure labels with other fonts: no word is to be broken where there is room. */
export function widenLabels<Each extends Label>(
  registry: Registry<Each>,
  graphics: Graphics<Each>,
): void {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return
  pen.font = `${LABEL.fontSize}px ${LABEL.fontFamily}`
  for (const label of registry.filter(({ type }) => type === 'label')) {
    const words = label.businessObject?.name?.split(/\s+/) ?? []
    const needed = Math.max(...words.map((word) => pen.measureText(word).width + 6), 0)
    const lacking = needed - label.width
    if (lacking <= 0) continue
    label.x -= lacking / 2
    label.width = needed
    graphics.update('shape', label, registry.getGraphics(label))
  }
}
