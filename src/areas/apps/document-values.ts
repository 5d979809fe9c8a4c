import { dirname, join } from 'node:path/posix'
import type { StoredDefinition } from '../../definitions/snapshot.ts'
import type { Filling } from '../../documents/documents.ts'
import type { Field } from '../../fields/field-type.ts'
import type { Context } from '../../platform/context.ts'
import { listNames } from '../people/users/service.ts'
import { getSolutionFile } from '../solutions/service.ts'

type Values = Record<string, unknown>

export type DocumentTemplate = StoredDefinition<'document'>

/** The names of what the value of a link leads to. */
type NameLinks = (field: Field, value: unknown) => Promise<string[]>

/** Values as a document shows them: links by the names of what they lead to. What is empty is left out. */
export async function documentValues(
  ctx: Context,
  {
    fields,
    values,
    nameLinks,
  }: {
    fields: ReadonlyMap<string, Field>
    values: Values
    nameLinks: NameLinks
  },
): Promise<Values> {
  const shown: Values = {}
  for (const [code, value] of Object.entries(values)) {
    if (value !== null)
      shown[code] = await nameIn(ctx, { field: fields.get(code), value, nameLinks })
  }
  return shown
}

async function nameIn(
  ctx: Context,
  { field, value, nameLinks }: { field: Field | undefined; value: unknown; nameLinks: NameLinks },
): Promise<unknown> {
  if (field?.type === 'SYS_USER') return (await listNames(ctx, value as string[])).join(', ')
  // A day is the same day in every time zone.
  if (field?.type === 'DATETIME' && field.kind === 'date') return String(value).slice(0, DAY)
  if (field?.type !== 'SYS_COLLECTION' && field?.type !== 'REF_ITEM') return value
  return { __name: (await nameLinks(field, value)).join(', ') }
}

const DAY = '2026-01-01'.length

/** Fills a template of a solution. */
export async function fillTemplate(
  ctx: Context,
  { file, body, solution }: DocumentTemplate,
  filling: Omit<Filling, 'types'>,
): Promise<Buffer> {
  const content = await getSolutionFile(ctx, solution, join(dirname(file), body.file))
  return ctx.documents.fill(content, { ...filling, types: body.variables })
}

/** `.docx`, `.xlsx`. */
export const extensionOf = ({ body: { file } }: DocumentTemplate): string =>
  file.slice(file.lastIndexOf('.'))
