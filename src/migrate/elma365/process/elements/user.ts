import { rowsIn } from '../../forms.ts'
import { FormField, readList } from '../../schemas.ts'
import { fieldCode, toTemplate, toText } from '../../text.ts'
import type { FormRow } from '../diagram.ts'
import type { Item } from '../schemas.ts'
import { isVariable, labelOf, type Work } from '../work.ts'
import { type Convert, nameOf, textIn } from './shape.ts'

export const user: Convert = (work, item) => {
  const { settings } = item
  const { planDatesSettings } = settings as { planDatesSettings?: { enabled?: unknown } | null }
  if (planDatesSettings?.enabled === true)
    work.say('by hand', nameOf(item), 'planned dates are not taken')
  const taskName = taskNameOf(settings)
  return {
    tag: 'userTask',
    settings: {
      ...(taskName && { taskName }),
      ...(settings.allowReassign === false && { allowReassign: 'false' }),
    },
    form: formOf(work, item),
    children: eachOf(work, item),
  }
}

/** The name that a task has, if it is another than that of its element. */
export const taskNameOf = (settings: Item['settings'], key = 'name'): string | undefined =>
  toTemplate(textIn(settings, key)).template || undefined

function formOf(work: Work, item: Item): FormRow[] {
  const code = textIn(item.settings, 'formCode')
  const drawn = code === '' ? [] : rowsIn(formsIn(work, code))
  if (drawn.length > 0) work.say('changed', nameOf(item), 'its form is a list of fields')
  const listed = Array.isArray(item.settings.formFields) ? item.settings.formFields : []
  if (code !== '' && drawn.length === 0)
    work.say('by hand', nameOf(item), 'the layout of its form is not taken')
  return toRows(work, drawn.length > 0 ? drawn : listed, nameOf(item))
}

const formsIn = ({ process }: Work, code: string): unknown =>
  process.forms.find((each) => (each as { code?: unknown } | null)?.code === code)

/** Variables that a form asks for. Fields of an item behind one are changed on the page of the item. */
export function toRows(work: Work, given: readonly unknown[], what: string): FormRow[] {
  const rows = readList(FormField, given).known.flatMap((field): FormRow[] => {
    const code = fieldCode(field.code)
    if (!isVariable(work, code)) {
      if (!code.startsWith('__'))
        work.say('by hand', what, `its form has no "${field.code}": it is no variable`)
      return []
    }
    const inside = readList(FormField, field.subfields).known.map((each) => each.code)
    if (inside.length > 0) {
      const why = `fields of the item are changed on its page, not in the task: ${inside.join(', ')}`
      work.say('changed', `${what}: ${field.code}`, why)
    }
    const { readonly, required } = field
    const tooltip = toText(field.tooltip).slice(0, 2000)
    return [{ code, name: labelOf(work, code), readonly, required, tooltip }]
  })
  return rows.filter(({ code }, at) => rows.findIndex((each) => each.code === code) === at)
}

/** In some lanes every person gets a task. */
function eachOf({ each }: Work, { lane }: Item) {
  const variable = each.get(lane)
  if (variable === undefined) return []
  return [
    {
      tag: 'bpmn:multiInstanceLoopCharacteristics',
      children: [
        {
          tag: 'bpmn:loopCardinality',
          attributes: { 'xsi:type': 'bpmn:tFormalExpression' },
          text: variable,
        },
      ],
    },
  ]
}
