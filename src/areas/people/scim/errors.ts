import { AppError } from '../../../lib/errors.ts'

type Reason =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'

/** An error with the `scimType` of RFC 7644. */
export const refused = (reason: Reason, message: string): AppError =>
  new AppError('invalid', message, { reason })
