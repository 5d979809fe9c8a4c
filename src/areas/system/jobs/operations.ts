import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime, Next, Page } from '../../../api/schemas.ts'

const States = ['waiting', 'running', 'failed'] as const

export const Job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum([...States, 'retrying']),
  attempts: z.int(),
  maxAttempts: z.int(),
  runAt: DateTime,
  createdAt: DateTime,
  lastError: z.string().nullable(),
})
export type Job = z.infer<typeof Job>

const ByJob = z.object({ id: z.string().regex(/^\d{1,19}$/, 'expected the number of a job') })

export const jobs = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/jobs',
    summary: 'List waiting, running and failed jobs',
    description: 'Finished jobs leave the queue. "failed" jobs have used up their attempts.',
    input: Page.extend({ state: z.enum(States).optional(), name: z.string().optional() }),
    output: z.object({ jobs: z.array(Job), counts: z.record(z.string(), z.int()), ...Next }),
    access: 'administrator',
  }),
  retry: operation({
    method: 'POST',
    path: '/manage/v1/jobs/{id}/retry',
    gives: [],
    summary: 'Retry a job now, with all its attempts',
    params: ByJob,
    output: z.object({ job: Job }),
    access: 'administrator',
  }),
  remove: operation({
    method: 'DELETE',
    path: '/manage/v1/jobs/{id}',
    gives: [],
    summary: 'Delete a job',
    params: ByJob,
    access: 'administrator',
  }),
}
