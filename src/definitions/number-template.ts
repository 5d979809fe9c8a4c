import { didYouMean } from '../lib/did-you-mean.ts'

/** Literal text, or a variable that is resolved when a number is assigned. */
export type TemplatePart = { text: string } | { variable: string }

export const COUNTER = '__index'
export const DATE = '__date'
const DATE_PARTS = ['year', 'quarter', 'month', 'day']
/** Variables that every document has besides its fields. */
const ALWAYS = ['__name']

export const splitTemplate = (template: string): TemplatePart[] =>
  template
    .split(/(\{\$[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const variable = /^\{\$([^{}]*)\}$/.exec(part)?.[1]
      return variable === undefined ? { text: part } : { variable }
    })

/** The error in a template, independent of the documents it is used for. */
export function checkNumberTemplate(template: string): string | undefined {
  const parts = splitTemplate(template)
  const open = parts.find((part) => 'text' in part && part.text.includes('{$'))
  if (open) return 'a variable is not closed: expected "{$name}"'
  const variables = variablesOf(parts)
  const wrong = variables.find((each) => !/^[A-Za-z_]\w*(\.\w+)?$/.test(each))
  if (wrong !== undefined) return `"{$${wrong}}" is not a variable: expected the code of a field`
  const [date] = variables.map(partOfDate).filter((part) => part && !DATE_PARTS.includes(part))
  if (date) return `a date has no "${date}": expected ${DATE_PARTS.join(', ')}`
  if (variables.includes(COUNTER)) return undefined
  return `without {$${COUNTER}} every number would be the same`
}

/** The fields that a template names and an app does not have. */
export function checkTemplateFields(template: string, fields: readonly string[]): string[] {
  const known = [...fields, ...ALWAYS]
  return fieldVariables(template)
    .map((variable) => variable.split('.')[0] ?? '')
    .filter((code) => !known.includes(code))
    .map((code) => `unknown field "${code}"${didYouMean(code, known)}`)
}

/** Paths of fields, such as `subject` and `person.lastname`. */
export const fieldVariables = (template: string): string[] =>
  variablesOf(splitTemplate(template)).filter(
    (each) => each !== COUNTER && each.split('.')[0] !== DATE,
  )

const variablesOf = (parts: TemplatePart[]): string[] =>
  parts.flatMap((part) => ('variable' in part ? [part.variable] : []))

function partOfDate(variable: string): string | undefined {
  const [code, part] = variable.split('.')
  return code === DATE ? part : undefined
}
