import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, Id } from '../../../api/schemas.ts'

const Instances = z.object({
  instances: z
    .array(Id)
    .min(1, 'expected at least one instance')
    .max(10_000, 'at most 10000 instances at once'),
})
const Errors = z.object({
  errors: z
    .record(Id, z.string())
    .optional()
    .describe('what went wrong, by the id of the instance'),
})

/** Operations on the failed steps of an instance; others work on single incidents. */
export const steps = {
  skipStepOf: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/skip-step',
    gives: [],
    summary: 'Skip the failed steps of an instance',
    params: ById,
  }),
  restartStepOf: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/restart-step',
    gives: [],
    summary: 'Restart the failed steps of an instance',
    params: ById,
  }),
  skipSteps: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/skip-step',
    gives: [],
    summary: 'Skip the failed steps of several instances',
    input: Instances,
    output: Errors,
    access: 'administrator',
    inSteps: true,
  }),
  restartSteps: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/restart-step',
    gives: [],
    summary: 'Restart the failed steps of several instances',
    input: Instances,
    output: Errors,
    access: 'administrator',
    inSteps: true,
  }),
}
