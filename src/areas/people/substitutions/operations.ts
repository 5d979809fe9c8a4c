import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'

export const Substitution = z.object({
  id: Id,
  absent: Id,
  substitute: Id,
  startsAt: DateTime,
  endsAt: DateTime.nullable().describe('null = until somebody ends it'),
  endedAt: DateTime.nullable().describe('when somebody ended it before its time'),
  note: z.string(),
  createdAt: DateTime,
  createdBy: Id,
})
export type Substitution = z.infer<typeof Substitution>

const NewSubstitution = z.object({
  absent: Id.optional().describe('absent = the caller; others for administrators only'),
  substitute: Id,
  startsAt: DateTime.optional().describe('absent = now'),
  endsAt: DateTime.nullable().default(null),
  note: z.string().max(1000).default(''),
})
export type NewSubstitution = z.output<typeof NewSubstitution>

const answer = z.object({ substitution: Substitution })

export const substitutions = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/substitutions',
    summary: 'List substitutions',
    description:
      'Those in which the caller is absent or stands in; an administrator may name another user or ask for all.',
    input: z.object({
      user: z.union([Id, z.literal('all')]).optional(),
      current: z
        .enum(['true', 'false'])
        .default('false')
        .describe('only those that hold now or will'),
    }),
    output: z.object({ substitutions: z.array(Substitution) }),
  }),
  create: operation({
    method: 'POST',
    path: '/manage/v1/substitutions',
    gives: ['tasks:write', 'bpm:write', 'apps:write'],
    changes: ['substitutes'],
    summary: 'Create a substitution',
    description: 'Several may stand in for the same user at the same time.',
    input: NewSubstitution,
    output: answer,
  }),
  end: operation({
    method: 'POST',
    path: '/manage/v1/substitutions/{id}/end',
    gives: [],
    changes: ['substitutes'],
    summary: 'End a substitution now',
    description: 'Ending what is over already changes nothing.',
    params: ById,
    output: answer,
  }),
}
