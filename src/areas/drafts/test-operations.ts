import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById } from '../../api/schemas.ts'
import { Case, TestRun } from '../processes/testing/operations.ts'

export const draftTesting = {
  test: operation({
    bodyLimit: 'large',
    method: 'POST',
    reads: true,
    path: '/manage/v1/drafts/{id}/test',
    summary: 'Run a test case of a process of a draft in memory',
    description:
      'The process as it stands in the draft, with the decisions and calendars of the draft; nothing has to be published. As `processes.test`: nothing is stored, sent or called.',
    params: ById,
    input: Case.partial({ expect: true }).extend({
      process: z.string().min(1).max(300).describe('workspace/code'),
    }),
    output: TestRun,
  }),
}
