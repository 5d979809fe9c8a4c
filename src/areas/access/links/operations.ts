import { z } from 'zod'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById, DateTime } from '../../../api/schemas.ts'
import { Password, SignedIn } from '../sign-in-operations.ts'

const Secret = z.string().max(100).describe('what follows # in the link')

export const linkOperations = {
  invite: operation({
    method: 'POST',
    path: '/manage/v1/users/{id}/invitation',
    gives: EVERYTHING,
    changes: ['links', 'status'],
    summary: 'Invite somebody by mail to choose a password',
    description: 'The link works once, within 72 hours; a later one replaces it.',
    params: ById,
    access: 'administrator',
    stepUp: true,
  }),
  askReset: operation({
    method: 'POST',
    path: '/manage/v1/password-reset',
    gives: [],
    changes: ['links'],
    summary: 'Request a link by mail to reset a password',
    description:
      'The answer is the same whether or not somebody has this login or address. The link works once, within 30 minutes.',
    input: z.object({ login: z.string().trim().min(1).max(255).describe('login or e-mail') }),
    access: 'public',
    inSteps: true,
  }),
  readLink: operation({
    method: 'POST',
    path: '/manage/v1/account-links/read',
    summary: 'Get what a link from a mail is for',
    input: z.object({ secret: Secret }),
    output: z.object({
      kind: z.enum(['invitation', 'reset', 'guest_invitation', 'guest']),
      login: z.string(),
      name: z.string(),
      expiresAt: DateTime,
    }),
    access: 'public',
    reads: true,
  }),
  redeemLink: operation({
    method: 'POST',
    path: '/manage/v1/account-links/use',
    gives: EVERYTHING,
    changes: ['password', 'links', 'status', 'sessions', 'address'],
    summary: 'Choose a password with a link from a mail',
    description: 'Ends all sessions of the user. A second factor is still asked for.',
    input: z.object({ secret: Secret, password: Password }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  askGuestLink: operation({
    method: 'POST',
    path: '/manage/v1/guest-link',
    gives: [],
    changes: ['links'],
    summary: 'Request a sign-in link for guests by mail',
    description:
      'The answer is the same whether or not a guest has this address. The link works once, within 10 minutes.',
    input: z.object({ email: z.email().max(255) }),
    access: 'public',
    inSteps: true,
  }),
  signInAsGuest: operation({
    method: 'POST',
    path: '/manage/v1/session/guest-link',
    gives: [],
    changes: ['links', 'status', 'sessions', 'address'],
    summary: 'Sign in as a guest with a link from a mail',
    description: 'A second factor is still asked for, if the guest has one.',
    input: z.object({ secret: Secret }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
}
