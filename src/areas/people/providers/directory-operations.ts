import { z } from 'zod'
import { ALL_FACTS } from '../../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById } from '../../../api/schemas.ts'

export const Finding = z.object({ isGood: z.boolean(), text: z.string() })
export type Finding = z.infer<typeof Finding>

/** Operations for providers that can be queried about people. */
export const directoryOperations = {
  compare: operation({
    access: 'administrator',
    method: 'POST',
    path: '/manage/v1/providers/{id}/comparison',
    gives: EVERYTHING,
    changes: ['status', 'sessions', 'tokens', 'links', 'memberships'],
    summary: 'Compare accounts with a directory now',
    description:
      'As every hour: whoever is gone or disabled there is blocked, and groups are what it says. What came of it is in `lastSync` of the provider.',
    params: ById,
  }),
  preview: operation({
    access: 'administrator',
    method: 'POST',
    path: '/manage/v1/providers/{id}/preview',
    gives: [],
    // Rolled back.
    changes: ALL_FACTS,
    summary: 'Preview the sign-in of a directory user',
    description: 'Asks the directory about a login, without its password. Nothing is changed.',
    params: ById,
    input: z.object({ login: z.string().trim().min(1).max(255) }),
    output: z.object({ findings: z.array(Finding) }),
    inSteps: true,
  }),
}
