import { z } from 'zod'
import { subjectKey } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'

const User = z.strictObject({
  lastName: z.string().max(255).default(''),
  firstName: z.string().max(255).default(''),
  middleName: z.string().max(255).default(''),
  email: z.union([z.email(), z.literal('')]).default(''),
  mobilePhone: z.string().max(50).optional(),
  workPhone: z.string().max(50).optional(),
  birthDate: z.iso.date().optional(),
  hireDate: z.iso.date().optional(),
  timezone: z.string().max(100).default('UTC'),
  isAdministrator: z.boolean().default(false),
})
const Users = z.strictObject({
  users: z.record(z.string().regex(/^\S{1,255}$/, 'a login has no spaces'), User),
})

export const users: DefinitionKind<typeof Users> = {
  schema: Users,
  files: ['people/users'],
  code: 'users',
  makes: (body) => Object.keys(body.users).map((login) => subjectKey(`user:${login}`)),
}
