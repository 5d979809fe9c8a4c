import Docxtemplater from 'docxtemplater'
import { type Parts, toZip, writeArchive } from './archive.ts'
import { type Format, inWords } from './format.ts'
import { Unfit } from './problem.ts'
import type { Used } from './template.ts'
import { plainName, type Values, within } from './values.ts'

type Part = Docxtemplater.DXT.Part

export function fillDocx(parts: Parts, values: Values, format: Format): Buffer {
  const { document } = open(parts, format)
  guarded(() => document.render(values))
  return writeArchive(document.getZip())
}

export function listDocx(parts: Parts): Used[] {
  return open(parts, { locale: 'en', timeZone: 'UTC', types: {} }).used
}

function open(parts: Parts, format: Format) {
  const read: Part[] = []
  const document = guarded(
    () =>
      new Docxtemplater(toZip(parts), {
        modules: [listener((found) => read.push(...found))],
        paragraphLoop: true,
        linebreaks: true,
        stripInvalidXMLChars: true,
        errorLogging: false,
        // Only braces are delimiters: a template must not change them.
        syntax: { changeDelimiterPrefix: null },
        nullGetter: () => '',
        parser: (tag) => ({
          get: (scope, context) => lookUp(tag, scope, context.meta.part, format),
        }),
      }),
  )
  return { document, used: read.flatMap((part) => toUsed(part, [])) }
}

/** Collects the parsed parts. The inspect module of the library needs packages that it does not include. */
const listener = (hear: (found: Part[]) => void): Docxtemplater.DXT.Module => ({
  name: 'Used',
  set: ({ inspect }: { inspect?: { postparsed?: Part[] } }) => {
    if (inspect?.postparsed) hear(inspect.postparsed)
  },
})

/** Called for each scope, the nearest first, until one has the name. */
function lookUp(tag: string, scope: unknown, { module }: Part, format: Format): unknown {
  const name = plainName(tag)
  const value = name === '.' ? scope : within(scope, name)
  if (value === undefined || value === null || module === 'loop') return value
  return inWords(value, name, format)
}

function toUsed({ value, module, type, subparsed }: Part, within: string[]): Used[] {
  if (type !== 'placeholder') return []
  const name = plainName(value)
  if (module === 'rawxml') {
    throw new Unfit('bad_template', `{@${name}} is not supported: a value is text, never markup`)
  }
  if (module !== 'loop') return [{ name, type: 'value', in: within }]
  const inner = (subparsed ?? []).flatMap((part) => toUsed(part, [...within, name]))
  return [{ name, type: 'section', in: within }, ...inner]
}

type TemplateError = {
  message: string
  properties?: { explanation?: string; errors?: TemplateError[] }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unfit) throw error
    const { message, properties } = error as TemplateError
    const errors = properties?.errors ?? [{ message, ...(properties && { properties }) }]
    const details = errors.map((each) => each.properties?.explanation ?? each.message)
    throw new Unfit('bad_template', `the template cannot be filled: ${details[0]}`, details)
  }
}
