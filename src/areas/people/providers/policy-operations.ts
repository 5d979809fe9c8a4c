import { z } from 'zod'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { Id } from '../../../api/schemas.ts'

const Policy = z
  .object({
    passwords: z
      .enum(['everybody', 'emergency'])
      .describe('who signs in with a password: everybody, or emergency accounts alone'),
    emergencyAccounts: z
      .array(Id)
      .max(20)
      .describe('administrators whose password is always enough; others are told when it is used'),
  })
  .meta({ id: 'SignInPolicy' })
export type Policy = z.infer<typeof Policy>

const admin = { access: 'administrator' } as const

/** The accounts for which a password is enough. */
export const policyOperations = {
  getPolicy: operation({
    ...admin,
    method: 'GET',
    path: '/manage/v1/sign-in-policy',
    summary: 'Get the password policy',
    output: z.object({ policy: Policy }),
  }),
  savePolicy: operation({
    ...admin,
    method: 'PUT',
    path: '/manage/v1/sign-in-policy',
    gives: EVERYTHING,
    changes: ['password', 'sessions'],
    summary: 'Change the password policy',
    description:
      'Passwords are closed only while a provider is enabled and an emergency account can come in. API tokens keep working.',
    input: Policy,
    output: z.object({ policy: Policy }),
    stepUp: true,
  }),
}
