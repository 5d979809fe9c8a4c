import { z } from 'zod'
import { ALL_FACTS } from '../../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById } from '../../../api/schemas.ts'

export const Finding = z.object({ isGood: z.boolean(), text: z.string() })
export type Finding = z.infer<typeof Finding>

/** What only a provider can answer that is asked about people who are not there. */
export const directoryOperations = {
  compare: operation({
    access: 'administrator',
    method: 'POST',
    path: '/manage/v1/providers/{id}/comparison',
    gives: EVERYTHING,
    changes: ['status', 'sessions', 'tokens', 'links', 'memberships'],
    summary: 'Compare a directory now',
    description:
      'As every hour: whoever is gone or disabled there is blocked, and groups are what it says. What came of it is in `lastSync` of the provider.',
    params: ById,
  }),
  preview: operation({
    access: 'administrator',
    method: 'POST',
    path: '/manage/v1/providers/{id}/preview',
    gives: [],
    // It is undone.
    changes: ALL_FACTS,
    summary: 'Tell what a sign-in of somebody would do',
    description: 'Asks the directory about a login, without its password. Nothing is changed.',
    params: ById,
    input: z.object({ login: z.string().trim().min(1).max(255) }),
    output: z.object({ findings: z.array(Finding) }),
    inSteps: true,
  }),
}
