import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime } from '../../../api/schemas.ts'

export const addressOperations = {
  getMyAddress: operation({
    method: 'GET',
    path: '/manage/v1/me/address',
    summary: 'Get my e-mail address, and whether it was changed recently',
    output: z.object({
      email: z.string(),
      newUntil: DateTime.nullable().describe(
        'until then no link for a forgotten password is sent to it, unless I confirm it',
      ),
    }),
    access: 'guest',
  }),
  confirmMyAddress: operation({
    method: 'POST',
    path: '/manage/v1/me/address/confirmation',
    gives: [],
    changes: ['address'],
    summary: 'Confirm that my new e-mail address is mine',
    description:
      'The old address can no longer take it back. 409 if my address is another one by now.',
    input: z.object({ email: z.string().max(255).describe('the address that is mine') }),
    access: 'guest',
    stepUp: true,
  }),
  takeBackAddress: operation({
    method: 'POST',
    path: '/manage/v1/account-links/address',
    gives: [],
    changes: ['address', 'links'],
    summary: 'Restore the previous e-mail address with the link sent to it',
    description:
      'Works once, within 72 hours of the change, until the owner of the account confirms the new address.',
    input: z.object({ secret: z.string().max(100).describe('what follows # in the link') }),
    output: z.object({ email: z.string().describe('the old address, which is in use again') }),
    access: 'public',
  }),
}
