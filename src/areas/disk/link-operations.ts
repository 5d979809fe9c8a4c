import { z } from 'zod'
import { download, upload } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'

const LinkParameters = z.object({
  'X-Amz-Credential': Id,
  'X-Amz-Date': z.string().regex(/^\d{8}T\d{6}Z$/, 'expected a link as it was given'),
  'X-Amz-Expires': z.coerce.number().int().min(1).max(604_800),
  'X-Amz-Signature': z.string().regex(/^[0-9a-f]{64}$/, 'expected a link as it was given'),
  'response-content-disposition': z.string().max(2000).default(''),
})

const ByHash = z.object({ hash: Id })

/** The addresses of signed links. They are generated, so they are not in the OpenAPI document. */
export const fileLinks = {
  fetch: download({
    path: '/bodies/{hash}',
    summary: 'Fetch a body by a link',
    params: ByHash,
    input: LinkParameters,
    access: 'public',
  }),
  send: upload({
    method: 'PUT',
    path: '/bodies/{hash}',
    summary: 'Send a body by a link',
    params: ByHash,
    input: LinkParameters,
    access: 'public',
  }),
}
