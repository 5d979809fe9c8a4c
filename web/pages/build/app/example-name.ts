import type { FieldValue } from '../fields/new-field.ts'

type Fields = Record<string, FieldValue | undefined>
/** What stands in for a value, by the type of its field. */
export type Samples = Record<string, string>

/** The name that an item would get, with made-up values; what is unknown stays as it is. */
export const exampleName = (template: string, fields: Fields, samples: Samples): string =>
  template.replaceAll(/\{\$([^{}]*)\}/g, (whole, path: string) => {
    const [code = ''] = path.split('.')
    if (code in samples) return samples[code] ?? whole
    const field = fields[code]
    return field ? sampleOf(field, samples) : whole
  })

function sampleOf({ type = '', name = '', options }: FieldValue, samples: Samples): string {
  const [option] = Object.values((options ?? {}) as Record<string, string>)
  return option ?? samples[type] ?? name
}

/** The codes that a template names and that the app does not have. */
export const unknownIn = (template: string, fields: Fields, samples: Samples): string[] =>
  Array.from(template.matchAll(/\{\$([^{}.]*)[^{}]*\}/g), ([, code = '']) => code).filter(
    (code) => !(code in samples) && !(code in fields),
  )
