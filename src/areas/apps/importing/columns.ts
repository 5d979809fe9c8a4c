import type { StoredApp } from '../../../definitions/snapshot.ts'
import { systemFields } from '../../../definitions/system-fields.ts'
import type { Field } from '../../../fields/field-type.ts'
import { invalid } from '../../../lib/errors.ts'
import { systemField } from '../../../lists/source.ts'

/** A column of the file that is imported. */
export type Column = {
  /** Its index in a row. */
  at: number
  code: string
  field: Field
  isSystem: boolean
}

/** System values that an import may set; other system columns are ignored. */
const WRITABLE: Record<string, [type: string, settings?: object]> = {
  __id: ['ID'],
  __name: ['STRING'],
  __externalId: ['STRING'],
  __status: ['STATUS'],
  __directory: ['ID'],
  __subscribers: ['SYS_USER', { single: false }],
}

/** The field code for every column, or null to skip the column. */
export type Chosen = readonly (string | null)[]

/**
 * Finds the field of every column: by the code in brackets, `Title [code]`, then by its title, then
 * by its code. An unknown column stops the import, because its values would be lost. Titles are
 * not needed if the fields were chosen explicitly.
 */
export function readHeader(
  app: StoredApp,
  header: readonly string[],
  chosen?: Chosen | null,
): Column[] {
  const codes = chosen
    ? header.map((_, at) => knownCode(app, chosen[at]))
    : header.map((text) => (text.trim() === '' ? undefined : codeOf(app, text.trim())))
  const taken = new Map<string, number>()
  const columns = codes.flatMap((code, at): Column[] => {
    if (code === undefined) return []
    const other = taken.get(code)
    if (other !== undefined) {
      throw invalid(
        `the columns "${header[other]}" and "${header[at]}" are the same field "${code}"`,
      )
    }
    taken.set(code, at)
    return toColumn(app, code, at)
  })
  if (columns.length === 0) {
    const what = chosen ? 'no column goes into a field' : 'the first row names no field'
    throw invalid(`${what} of ${app.namespace}/${app.code}`)
  }
  return columns
}

function knownCode(app: StoredApp, code: string | null | undefined): string | undefined {
  if (code === null || code === undefined) return undefined
  if (isCode(app, code)) return code
  throw invalid(
    `columns: "${code.slice(0, 100)}" is no field of ${app.namespace}/${app.code}: expected ${examples(app)}`,
  )
}

/** The fields that unambiguous titles refer to, each field once. */
export function guessHeader(app: StoredApp, header: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return header.map((text) => {
    const code = guess(app, text.trim())
    if (code === undefined || taken.has(code) || toColumn(app, code, 0).length === 0) return null
    taken.add(code)
    return code
  })
}

function guess(app: StoredApp, text: string): string | undefined {
  if (text === '') return undefined
  try {
    const code = codeOf(app, text)
    return code === '__status' && app.body.statuses.length === 0 ? undefined : code
  } catch {
    return undefined
  }
}

function toColumn(app: StoredApp, code: string, at: number): Column[] {
  const own = app.byCode.get(code)
  if (own) return [{ at, code, field: own, isSystem: false }]
  if (code === '__status' && app.body.statuses.length === 0) {
    throw invalid(`a column of statuses needs statuses, ${app.namespace}/${app.code} has none`)
  }
  const known = WRITABLE[code]
  return known ? [{ at, code, field: systemField(code, ...known), isSystem: true }] : []
}

function codeOf(app: StoredApp, text: string): string {
  const bracketed = /\[([^[\]]+)\]$/.exec(text)?.[1]?.trim()
  if (bracketed !== undefined && isCode(app, bracketed)) return bracketed
  const found = byTitle(app.fields, text) ?? byTitle(systemFields, text)
  if (found !== undefined) return found
  if (isCode(app, text)) return text
  throw invalid(
    `the column "${text.slice(0, 100)}" is no field of ${app.namespace}/${app.code}: expected ${examples(app)}`,
  )
}

const isCode = (app: StoredApp, code: string): boolean =>
  app.byCode.has(code) || systemFields.some((field) => field.code === code)

type Titled = { code: string; name: string }

function byTitle(fields: readonly Titled[], text: string): string | undefined {
  const wanted = text.toLowerCase()
  const exact = fields.filter(({ name }) => name === text)
  const found =
    exact.length > 0 ? exact : fields.filter(({ name }) => name.toLowerCase() === wanted)
  if (found.length < 2) return found[0]?.code
  const forms = found.map(({ name, code }) => `"${name} [${code}]"`).join(' or ')
  throw invalid(`the title "${text}" is shared by several fields: write ${forms}`)
}

/** A few valid titles, for the error message. */
function examples(app: StoredApp): string {
  const titles = app.fields.slice(0, 10).map(({ name, code }) => `"${name} [${code}]"`)
  return titles.join(', ') + (app.fields.length > 10 ? ', …' : '')
}
