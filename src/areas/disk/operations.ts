import { z } from 'zod'
import { upload } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'

/** Headers of everything that takes a file. */
export const UploadHeaders = z.object({
  'content-range': z
    .string()
    .optional()
    .describe(
      '`bytes <start>-<end>/<size>` of a part, the end exclusive; absent = the whole file at once',
    ),
})

export const disk = {
  uploadTemporary: upload({
    path: '/pub/v1/disk/file/upload',
    summary: 'Upload a temporary file',
    description:
      'Stores a body under the id that the caller chose, whole or in parts of at least 5 MiB. It stays for 60 minutes unless a file is made of it.',
    input: z.object({ hash: Id.describe('id of the body, chosen by the caller') }),
    headers: UploadHeaders,
    output: z.object({ hash: Id.optional().describe('absent while parts are missing') }),
  }),
}
