import { AppError } from '../lib/errors.ts'

export type DocumentProblemKind =
  /** No .docx or .xlsx file, or a damaged one. */
  | 'not_a_template'
  /** The file is right, what is written in it is not: a tag that is not closed, for example. */
  | 'bad_template'
  /** The template, the values or the document that would come of them. */
  | 'too_large'
  | 'timeout'

export type DocumentProblem = { kind: DocumentProblemKind; message: string; details?: string[] }

/** Filling the same template with the same values would end the same way. */
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
