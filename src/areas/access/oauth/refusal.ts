import { AppError } from '../../../lib/errors.ts'

/** Error codes of RFC 6749, 7009, 7591, 8707 and 9700. */
export type Reason =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

/** Sent to the program in the form of the protocol. */
export const refuse = (reason: Reason, message: string): AppError =>
  new AppError('invalid', message, { reason })
