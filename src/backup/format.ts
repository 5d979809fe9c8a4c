import { z } from 'zod'
import { invalid } from '../lib/errors.ts'

/**
 * An archive is a tar file compressed with zstd:
 *
 *     manifest.json                  the contents, and the SQL of the schemas of workspaces
 *     tables/<schema>.<table>/<n>    rows as COPY text, one table after the other, in parts
 *     files/<path>                   file bodies
 *     complete.json                  counts and checksums; without it the archive is incomplete
 */
export const FORMAT = 2
export const MANIFEST = 'manifest.json'
export const COMPLETE = 'complete.json'
export const TABLES = 'tables/'
export const FILES = 'files/'

const Named = z.object({ schema: z.string(), name: z.string() })
export type Named = z.infer<typeof Named>

const Table = Named.extend({ columns: z.array(z.object({ name: z.string(), type: z.string() })) })
export type Table = z.infer<typeof Table>

const Sequence = Named.extend({ value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof Sequence>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  kontor: z.string(),
  migration: z.int(),
  postgres: z.string(),
  time: z.iso.datetime(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  extensions: z.array(z.string()),
  /** SQL that creates the schemas of workspaces: before their rows, and after them. */
  definitions: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  /** Objects in those schemas that are not included. */
  omitted: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const Sum = { bytes: z.int(), sha256: z.string() }
const TableSum = Named.extend({ rows: z.int(), ...Sum })
export type TableSum = z.infer<typeof TableSum>
const FilesSum = z.object({ count: z.int(), ...Sum })
export type FilesSum = z.infer<typeof FilesSum>

export const Completion = z.object({ tables: z.array(TableSum), files: FilesSum })
export type Completion = z.infer<typeof Completion>

export const titleOf = ({ schema, name }: Named): string => `${schema}.${name}`

export const partName = (table: Named, part: number): string =>
  `${folderOf(table)}${String(part).padStart(6, '0')}`

/** Escaped, so that no table name is taken for a path. */
export const folderOf = ({ schema, name }: Named): string =>
  `${TABLES}${encodeURIComponent(schema)}.${encodeURIComponent(name)}/`

export function parseManifest(text: string): Manifest {
  const value = toJson(text, MANIFEST)
  const { format } = z.looseObject({ format: z.unknown() }).parse(value)
  if (format !== FORMAT) {
    throw invalid(
      `the archive has format ${format}, this release reads ${FORMAT}: use its own release`,
    )
  }
  return known(Manifest, value, MANIFEST)
}

export const parseCompletion = (text: string): Completion =>
  known(Completion, toJson(text, COMPLETE), COMPLETE)

function toJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(`the archive is damaged: ${name} is not JSON (${(error as Error).message})`)
  }
}

function known<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(`the archive is damaged: ${name} is incomplete`)
}
