import { z } from 'zod'
import { Name } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'

const DocumentTemplate = z.strictObject({
  name: Name,
  file: z.string().regex(/\.(docx|xlsx)$/, 'expected a .docx or .xlsx file'),
  variables: z.record(z.string(), z.string()).default({}).describe('code to field type'),
})

export const document: DefinitionKind<typeof DocumentTemplate> = {
  schema: DocumentTemplate,
  files: [
    'workspaces/{workspace}/documents/{code}',
    'workspaces/{workspace}/apps/{app}/documents/{code}',
  ],
  attachments: { file: { isNamed: true } },
}
