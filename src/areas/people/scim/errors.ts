import { AppError } from '../../../lib/errors.ts'

type Reason =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'

/** A refusal with the word that RFC 7644 has for it. */
export const refused = (reason: Reason, message: string): AppError =>
  new AppError('invalid', message, { reason })
