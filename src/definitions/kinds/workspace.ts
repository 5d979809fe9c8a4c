import { z } from 'zod'
import { Code, Name } from '../../lib/codes.ts'
import { description, hidden, icon, Rights } from '../common.ts'
import { Parameters } from '../field.ts'
import { checkParameters } from '../field-checks.ts'
import type { DefinitionKind } from '../kind.ts'
import { inFields, inRights } from '../reference.ts'

const Workspace = z.strictObject({
  name: Name,
  icon,
  hidden,
  description,
  parameters: Parameters.describe('settings of the workspace'),
  home: Code.optional().describe('the page that is opened first'),
  rights: Rights,
})

export const workspace: DefinitionKind<typeof Workspace> = {
  schema: Workspace,
  files: ['workspaces/{workspace}/workspace'],
  references: ({ parameters, home }, namespace) => [
    ...inFields(parameters, ['parameters']),
    ...(home ? [{ kind: 'page' as const, namespace, code: home, path: ['home'] }] : []),
  ],
  subjects: ({ rights }) => inRights(rights),
  check: ({ parameters }) => checkParameters(parameters),
}
