import type { Work } from './import.ts'
import { extensionsOf, type Moddle } from './moddle.ts'

/** A code of ours: letters, digits and "_". */
export const toCode = (text: string): string =>
  text
    .trim()
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_') || '_'

/** An attribute of ours, written with its prefix. */
export const setOwn = (element: Moddle, name: string, value: string): void => {
  const set = element.set as ((name: string, value: string) => void) | undefined
  set?.call(element, `kontor:${name}`, value)
}

function extensionsFor(work: Work, element: Moddle): { values: Moddle[] } {
  const there = element.extensionElements as { values?: Moddle[] } | undefined
  if (there) {
    there.values ??= []
    return there as { values: Moddle[] }
  }
  const made = work.maker.create('bpmn:ExtensionElements', { values: [] })
  made.$parent = element
  element.extensionElements = made
  return made as unknown as { values: Moddle[] }
}

/** Adds a row to a list of ours in the extension elements: a mapping, a setting, a field of a form. */
function addRow(work: Work, element: Moddle, list: [type: string, key: string], row: Moddle): void {
  const [type, key] = list
  let owner = extensionsOf(element).find(({ $type }) => $type === type)
  if (!owner) {
    const extensions = extensionsFor(work, element)
    owner = work.maker.create(type, { [key]: [] })
    owner.$parent = extensions as unknown as Moddle
    extensions.values = [...extensions.values, owner]
  }
  row.$parent = owner
  owner[key] = [...((owner[key] as Moddle[] | undefined) ?? []), row]
}

export type MappingRow = { direction: 'in' | 'out'; source: string; target: string }

export const addMapping = (work: Work, element: Moddle, row: MappingRow): void =>
  addRow(work, element, ['kontor:Mappings', 'values'], work.maker.create('kontor:Mapping', row))

export const addSetting = (work: Work, element: Moddle, name: string, value: string): void =>
  addRow(
    work,
    element,
    ['kontor:Settings', 'values'],
    work.maker.create('kontor:Setting', { name, value }),
  )

export type FieldRow = { code: string; name: string; required?: boolean; readonly?: boolean }

export const addField = (work: Work, element: Moddle, row: FieldRow): void =>
  addRow(work, element, ['kontor:Form', 'fields'], work.maker.create('kontor:FormField', row))
