import { z } from 'zod'
import { isStorable } from '../lib/storable.ts'
import { sql } from '../platform/db/sql.ts'
import { StorableText } from './checks.ts'
import { fieldType } from './field-type.ts'
import { text, textKey } from './kinds/text.ts'

const LONGEST = 8000
const SPACE = /\s/
const SCRIPT = /^(javascript|vbscript|data):/i

/** A console shows it as a link, so schemes that run scripts or carry pages are refused. */
const Link = StorableText.max(LONGEST)
  .refine(
    (link) => !SPACE.test(link),
    'expected a link without spaces, such as https://example.com',
  )
  .refine(
    (link) => !SCRIPT.test(link),
    'expected a link such as https://example.com; javascript:, vbscript: and data: are refused',
  )

export const linkType = fieldType({
  type: 'LINK',
  settings: {},
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'text' }],
  value: () => Link,
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.string().nullable(),
  facets: () => ({ '': { kind: text, sql: (column) => column(''), of: (value) => value } }),
  index: (column) => ({ method: 'btree', expression: sql`(${textKey(column(''))})` }),
  searchIndex: (column) => ({ method: 'gin', expression: sql`${column('')} gin_trgm_ops` }),
  uniqueKey: (column) => sql`md5(nullif(${column('')}, ''))`,
  cell: (cell) => {
    const value = cell.trim()
    const isPlain = value.length <= LONGEST && !SPACE.test(value) && !SCRIPT.test(value)
    return { value, isChecked: isPlain && isStorable(value) }
  },
  asText: (column) => column(''),
  conversions: {
    STRING: {
      fits: (old) => sql`coalesce(${old('')} !~ '\\s' and char_length(${old('')}) <= 8000
        and ${old('')} !~* '^(javascript|vbscript|data):', true)`,
    },
  },
})
