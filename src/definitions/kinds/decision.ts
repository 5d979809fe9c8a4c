import { z } from 'zod'
import { Name } from '../../lib/codes.ts'
import { description, Rights } from '../common.ts'
import type { DefinitionKind } from '../kind.ts'
import { inRights } from '../reference.ts'

const Decision = z.strictObject({
  name: Name,
  description,
  dmn: z.string().optional().describe('file of the tables; absent = the same name with .dmn'),
  cases: z
    .string()
    .regex(/\.cases\.yaml$/, 'expected a .cases.yaml file')
    .optional()
    .describe('file of the cases; absent = the same name with .cases.yaml, if it is there'),
  decision: z
    .string()
    .max(200)
    .optional()
    .describe('id of the decision that is asked for; absent = the one that no other needs'),
  rights: Rights,
})

export const decision: DefinitionKind<typeof Decision> = {
  schema: Decision,
  files: ['workspaces/{workspace}/decisions/{code}'],
  attachments: {
    dmn: { ending: '.dmn' },
    cases: { ending: '.cases.yaml', isOptional: true },
  },
  subjects: ({ rights }) => inRights(rights),
}
