import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { invalid } from '../lib/errors.ts'
import { isId, listOf, partsOf, StorableText } from './checks.ts'
import { fieldType } from './field-type.ts'
import { idLists, namedIn, onlyOneId } from './id-lists.ts'

/** A file that was uploaded as temporary: whoever saves the item makes it permanent first. */
export type Upload = { name: string; hash: string }

const Upload = z.object({ name: StorableText.max(255).default(''), hash: Id })

/** Ids of files, and objects for files just uploaded. */
const FileReference = Id.or(Upload)

/** What files and images share; they differ in how people see them. */
const files = {
  ...idLists,
  data: () => ({}),
  value: ({ single }: { single: boolean }) =>
    listOf(FileReference, { what: 'file ids or {"name", "hash"}', single }),
  named: (value: (string | Upload)[]) => namedIn('file', value),
  write: (value: (string | Upload)[]) => {
    if (!value.every((file) => typeof file === 'string')) {
      throw new Error('an upload must be made a file before it is stored')
    }
    return [value]
  },
  cell: (cell: string) => {
    const parts = partsOf(cell)
    if (!parts.every(isId)) throw invalid(`expected ids of files, received "${cell}"`)
    return { value: parts }
  },
}

export const fileType = fieldType({
  type: 'FILE',
  ...files,
  conversions: { FILE: onlyOneId, IMAGE: onlyOneId },
})

export const imageType = fieldType({
  type: 'IMAGE',
  ...files,
  conversions: { FILE: onlyOneId, IMAGE: onlyOneId },
})
