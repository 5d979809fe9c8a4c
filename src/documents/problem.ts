import { AppError } from '../lib/errors.ts'

export type DocumentProblemKind =
  /** Not a .docx or .xlsx file, or a damaged one. */
  | 'not_a_template'
  /** The template itself is wrong: an unclosed tag, for example. */
  | 'bad_template'
  /** The template, the values or the resulting document. */
  | 'too_large'
  | 'timeout'

export type DocumentProblem = { kind: DocumentProblemKind; message: string; details?: string[] }

/** Not retryable: the same template with the same values fails again. */
export class DocumentError extends AppError {
  readonly kind: DocumentProblemKind

  constructor({ kind, message, details = [] }: DocumentProblem) {
    super(kind === 'too_large' ? 'too_large' : 'unprocessable', message, {
      details: details.map((detail) => ({ path: '', message: detail })),
    })
    this.kind = kind
  }
}

/** Inside the worker; outside it becomes a `DocumentError`. */
export class Unfit extends Error {
  readonly problem: DocumentProblem

  constructor(kind: DocumentProblemKind, message: string, details?: string[]) {
    super(message)
    this.problem = { kind, message, ...(details && { details }) }
  }
}
