import { z } from 'zod'
import { Code, Name } from '../../lib/codes.ts'
import { description } from '../common.ts'
import type { DefinitionKind } from '../kind.ts'

const Solution = z.strictObject({
  code: Code,
  name: Name,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.0.0'),
  description,
  source: z
    .literal('git')
    .optional()
    .describe('"git" = changed in its own folder only: drafts cannot be published'),
})

export const solution: DefinitionKind<typeof Solution> = {
  schema: Solution,
  files: ['solution'],
  code: '',
}
