import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, DateTime, Id } from '../../api/schemas.ts'

const OwnSession = z
  .object({
    id: Id,
    createdAt: DateTime,
    expiresAt: DateTime,
    address: z.string().describe('from where it was opened'),
    agent: z.string().describe('how the browser calls itself'),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

/** Where somebody is signed in. */
export const ownSessions = {
  listSessions: operation({
    method: 'GET',
    path: '/manage/v1/me/sessions',
    summary: 'List where I am signed in',
    output: z.object({ sessions: z.array(OwnSession).describe('the newest first') }),
    access: 'guest',
  }),
  endOtherSessions: operation({
    method: 'DELETE',
    path: '/manage/v1/me/sessions',
    gives: [],
    changes: ['sessions'],
    summary: 'End my sessions, except for the one that calls',
    access: 'guest',
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/manage/v1/me/sessions/{id}',
    gives: [],
    changes: ['sessions'],
    summary: 'End one of my sessions',
    params: ById,
    access: 'guest',
  }),
}
