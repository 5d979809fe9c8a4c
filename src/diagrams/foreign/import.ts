import { BpmnModdle } from 'bpmn-moddle'
import { compile } from '../../engine/compile.ts'
import { extension } from '../../engine/extension.ts'
import { isError } from '../../engine/model.ts'
import { DOCUMENT_TYPE, hasDocumentType } from '../../lib/document-type.ts'
import { convertAttribute } from './attributes.ts'
import { convertElement } from './elements.ts'
import { elementsIn, extensionsOf, familiesIn, type Maker, type Moddle, ownerOf } from './moddle.ts'
import { convertExpressions } from './texts.ts'

/** What became of one thing that another engine wrote. */
export type Line = {
  what: 'taken' | 'changed' | 'not understood'
  /** The id of the element. */
  element: string
  name: string
  /** As it stood in the file: `camunda:assignee="demo"`. */
  from: string
  /** What it is now, or what to do about it. */
  to: string
}

export type Imported = {
  xml: string
  lines: Line[]
  /** What keeps the result from being published. */
  problems: string[]
}

export type Options = {
  /** The workspace of the processes and decisions that the diagram names by their ids. */
  workspace: string
}

/** What the conversion of one attribute or element works with. */
export type Work = Options & {
  maker: Maker
  root: Moddle
  /** Variables that hold who started the process. */
  starters: ReadonlySet<string>
  say: (element: Moddle, line: Omit<Line, 'element' | 'name'>) => void
}

/**
 * Turns the attributes of other engines into ours. What is not understood stays in the file, where it is
 * ignored, and is reported.
 */
export async function importDiagram(text: string, options: Options): Promise<Imported> {
  if (hasDocumentType(text)) throw new Error(DOCUMENT_TYPE)
  const moddle = new BpmnModdle({ kontor: extension })
  const { rootElement } = await moddle.fromXML(text)
  const root = rootElement as Moddle
  const lines: Line[] = []
  const all = elementsIn(root)
  const families = familiesIn(root)
  const familyOf = (name: string) => families.get(name.split(':')[0] ?? '')
  const work: Work = {
    ...options,
    maker: moddle as unknown as Maker,
    root,
    starters: new Set(all.flatMap(({ $attrs = {} }) => startersIn($attrs, familyOf))),
    say: (element, line) => {
      const { id = '', name = '' } = ownerOf(element)
      lines.push({ ...line, element: id, name })
    },
  }
  // Taken away at the end: a form or the key of a message is needed where it is referred to.
  const gone: (() => void)[] = []
  for (const element of all) {
    for (const [name, value] of Object.entries(element.$attrs ?? {})) {
      if (!familyOf(name)) continue
      const isDone = convertAttribute(work, element, name, String(value))
      if (isDone) gone.push(() => delete element.$attrs?.[name])
    }
    for (const found of extensionsOf(element)) {
      if (!familyOf(found.$type)) continue
      if (convertElement(work, element, found)) gone.push(() => drop(element, found))
    }
    convertExpressions(work, element)
  }
  for (const take of gone) take()
  const { xml } = await moddle.toXML(root, { format: true })
  const { problems } = await compile(xml)
  return {
    xml,
    lines,
    problems: problems.filter(isError).map(({ element, message }) => `${element}: ${message}`),
  }
}

const startersIn = (attrs: Record<string, unknown>, familyOf: (name: string) => unknown) =>
  Object.entries(attrs)
    .filter(([name]) => familyOf(name) && name.endsWith(':initiator'))
    .map(([, value]) => String(value))

function drop(element: Moddle, found: Moddle): void {
  const extensions = element.extensionElements as { values: Moddle[] }
  extensions.values = extensions.values.filter((each) => each !== found)
  if (extensions.values.length === 0) element.extensionElements = undefined
}

const ORDER: Line['what'][] = ['not understood', 'changed', 'taken']

/** The report as people read it: what needs their attention first. */
export function toReport({ lines, problems }: Imported): string {
  const count = (what: Line['what']) => lines.filter((line) => line.what === what).length
  const head = ORDER.toReversed().map((what) => `${count(what)} ${what}`)
  const sections = ORDER.flatMap((what) => {
    const own = lines.filter((line) => line.what === what)
    if (own.length === 0) return []
    const texts = own.map(({ element, name, from, to }) => {
      const label = name ? `${name} (${element})` : element
      return `- ${label}: \`${from}\` → ${to}`
    })
    return ['', `## ${what.charAt(0).toUpperCase()}${what.slice(1)}`, '', ...texts]
  })
  const wrong =
    problems.length > 0 ? ['', '## Still wrong', '', ...problems.map((each) => `- ${each}`)] : []
  return [`# Import: ${head.join(', ')}`, ...sections, ...wrong, ''].join('\n')
}
