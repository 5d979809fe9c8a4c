import { z } from 'zod'
import { Name, Prose, Subject } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'
import { groupIn, inSubjects } from '../reference.ts'

const Channel = z.strictObject({
  name: Name,
  description: Prose.default(''),
  access: z.enum(['public', 'private']).default('public'),
  members: z.array(Subject).default([]),
})

export const channel: DefinitionKind<typeof Channel> = {
  schema: Channel,
  files: ['channels/{code}'],
  references: ({ members }) => inSubjects(members, ['members']).flatMap(groupIn),
}
