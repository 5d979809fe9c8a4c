import { documentPath } from '../../documents.ts'
import { fieldCode } from '../../text.ts'
import { isVariable } from '../work.ts'
import { type Convert, giveUp, nameOf, step, textIn } from './shape.ts'

/** The template finds the variables of the process by their names. */
export const docTemplate: Convert = (work, item) => {
  const { settings } = item
  const template = documentPath(work.world, textIn(settings, 'namespace'), textIn(settings, 'code'))
  if (template === undefined) return giveUp(work, item, 'its template is not in the package')
  if (settings.toPDF === true) work.say('by hand', nameOf(item), 'it is not turned into PDF')
  if (Array.isArray(settings.bindings) && settings.bindings.length > 0) {
    work.say(
      'by hand',
      nameOf(item),
      'the template names variables of the process: look at its fields',
    )
  }
  const result = fieldCode(textIn(settings, 'outputFileCode'))
  return step('doc_template', {
    settings: { template, ...(isVariable(work, result) && { result }) },
  })
}
