import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, Id } from '../../../api/schemas.ts'

const Version = z.coerce.number().int().min(1).max(2_147_483_647)

const Element = z.string().min(1).max(200)

const Reason = z.string().trim().min(1).max(10_000).describe('the reason, for the history')

const Change = z
  .object({
    action: z.enum(['add', 'move', 'cancel', 'restart', 'skip']),
    element: Element.optional().describe('the step that the instance is at; not for "add"'),
    to: Element.optional().describe('the step to begin; for "add" and "move"'),
    flow: Element.optional().describe('the flow that "skip" leaves by'),
  })
  .meta({ id: 'InstanceChange' })

const wanted = {
  changes: z.array(Change).max(50).default([]),
  variables: z.record(z.string(), z.unknown()).default({}),
  comment: Reason,
  dryRun: z.boolean().default(false).describe('only say what would happen'),
}

const resuming = {
  timers: z
    .enum(['fire', 'shift'])
    .default('fire')
    .describe('timers whose time has passed fire now, or all timers and due dates move on'),
  comment: Reason,
}

const elements = z.array(z.string()).describe('the steps that the instance is at afterwards')

/** Operations for users who may change a process. */
export const steering = {
  modify: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/instances/{id}/modify',
    inSteps: true,
    gives: [],
    summary: 'Add, move, cancel, restart or skip steps of an instance, and set variables',
    description:
      'All of it or nothing, in one move. Steps need not have failed. Needs the right "update" on the process.',
    params: ById,
    input: z.object(wanted),
    output: z.object({ elements }),
  }),
  modifyMany: operation({
    method: 'POST',
    path: '/manage/v1/instances/modify',
    inSteps: true,
    gives: [],
    summary: 'Modify several instances, each in a transaction of its own',
    input: z.object({ instances: z.array(Id).min(1).max(1000), ...wanted }),
    output: z.object({
      modified: z.int(),
      errors: z.record(z.string(), z.string()).describe('by instance; the others were modified'),
    }),
  }),
  suggestMapping: operation({
    method: 'GET',
    path: '/manage/v1/processes/{id}/mapping',
    summary: 'Suggest a mapping of elements between two versions',
    description:
      'For elements that the other version does not have: by kind, name, id and what is around them.',
    params: ById,
    input: z.object({ from: Version, to: Version.optional().describe('absent = the newest') }),
    output: z.object({
      suggestions: z.array(
        z.object({
          from: z.string(),
          fromName: z.string(),
          to: z.string(),
          toName: z.string(),
          score: z.number().describe('from 0.5, a guess, to 1, the same'),
        }),
      ),
    }),
  }),
  suspendInstance: operation({
    method: 'POST',
    path: '/manage/v1/instances/{id}/suspend',
    gives: [],
    summary: 'Suspend an instance: nothing happens in it until it is resumed',
    description:
      'Timers do not fire, tasks cannot be completed, workers get no jobs, and messages wait. It can still be modified, migrated and interrupted. Needs the right "update" on the process.',
    params: ById,
    input: z.object({ comment: Reason }),
  }),
  resumeInstance: operation({
    method: 'POST',
    path: '/manage/v1/instances/{id}/resume',
    gives: [],
    summary: 'Resume an instance that was suspended',
    params: ById,
    input: z.object(resuming),
  }),
  suspendProcess: operation({
    method: 'POST',
    path: '/manage/v1/processes/{id}/suspend',
    gives: [],
    summary: 'Suspend a process: its instances stop, and none begins',
    description: 'Needs the right "update" on the process.',
    params: ById,
    input: z.object({ comment: Reason }),
  }),
  resumeProcess: operation({
    method: 'POST',
    path: '/manage/v1/processes/{id}/resume',
    gives: [],
    summary: 'Resume a process that was suspended',
    description: 'Instances that were suspended on their own stay suspended.',
    params: ById,
    input: z.object(resuming),
  }),
}
