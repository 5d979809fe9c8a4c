import { z } from 'zod'
import { DateTime } from '../../api/schemas.ts'

/** Results of the calls of a token or a connected program; up to half a minute old. */
export const calls = {
  calls: z.int(),
  failures: z.int(),
  lastSuccessAt: DateTime.nullable(),
  lastFailureAt: DateTime.nullable(),
  lastFailure: z.string().nullable().describe('what was called, and why it was refused'),
}
