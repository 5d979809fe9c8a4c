import { z } from 'zod'
import { Name, Prose, Subject } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'
import { groupIn, inSubjects } from '../reference.ts'

const Group = z.strictObject({
  name: Name,
  description: Prose.default(''),
  isRole: z.boolean().default(false),
  isDefault: z.boolean().default(false).describe('every new user becomes a member'),
  members: z.array(Subject).default([]),
})

export const group: DefinitionKind<typeof Group> = {
  schema: Group,
  files: [
    'workspaces/{workspace}/groups/{code}',
    'workspaces/{workspace}/apps/{app}/groups/{code}',
    'people/groups/{code}',
  ],
  isForAdministrators: true,
  references: ({ members }) => inSubjects(members, ['members']).flatMap(groupIn),
  makes: (_, { namespace, code }) => [`group:${namespace}/${code}`],
}
