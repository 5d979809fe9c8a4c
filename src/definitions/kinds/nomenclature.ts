import { z } from 'zod'
import { Code, Name } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'
import { checkNomenclature, checkShared } from '../nomenclature.ts'

const ResetPeriod = z.enum(['year', 'month', 'week', 'day'])
const Folder = z.strictObject({
  code: Code,
  name: Name,
  docflow: z.enum(['input', 'output', 'internal']).default('internal'),
  manual: z.boolean().default(false).describe('numbers are typed by hand'),
  template: z
    .string()
    .max(500)
    .default('{$__index}')
    .describe('text with {$__index}, {$__date}, {$__date.year} and fields of the document'),
  minLength: z.int().min(0).max(20).default(0),
  reserve: z.boolean().default(false),
  editAfterRegistration: z.boolean().default(false),
  reuse: z.boolean().default(false).describe('numbers given back are given again'),
  through: z.string().optional().describe('path of the folder whose counter is shared'),
  reset: z
    .strictObject({ period: ResetPeriod, count: z.int().min(1).max(1000).default(1) })
    .optional(),
})
const Category = z.strictObject({
  code: Code,
  name: Name,
  folders: z.array(Folder).default([]),
})
const Office = Category.extend({ categories: z.array(Category).default([]) })
const Nomenclature = z.strictObject({ offices: z.array(Office) })

export const nomenclature: DefinitionKind<typeof Nomenclature> = {
  schema: Nomenclature,
  files: ['nomenclature'],
  code: 'nomenclature',
  check: checkNomenclature,
  checkAmong: ({ body }, { folders }) => (folders ? checkShared(body, folders) : []),
}
