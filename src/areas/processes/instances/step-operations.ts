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
    summary: 'Go on as if the failed steps of an instance were done',
    params: ById,
  }),
  restartStepOf: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/restart-step',
    gives: [],
    summary: 'Enter the failed steps of an instance anew',
    params: ById,
  }),
  skipSteps: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/skip-step',
    gives: [],
    summary: 'Go on as if the failed steps of several instances were done',
    input: Instances,
    output: Errors,
    access: 'administrator',
    inSteps: true,
  }),
  restartSteps: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/restart-step',
    gives: [],
    summary: 'Enter the failed steps of several instances anew',
    input: Instances,
    output: Errors,
    access: 'administrator',
    inSteps: true,
  }),
}
