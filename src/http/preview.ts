import type { FastifyRequest } from 'fastify'
import { isPreviewed, PREVIEW_HEADER } from '../api/preview.ts'
import { forbidden } from '../lib/errors.ts'
import { isId } from '../lib/ids.ts'
import type { Identify } from './auth.ts'
import type { Endpoint } from './frame.ts'

export const isInPreview = ({ headers }: FastifyRequest): boolean => PREVIEW_HEADER in headers

/** Makes an administrator's request act as the previewed person: read-only, and nothing personal. */
export async function enterPreview(
  identify: Identify,
  { operation }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const id = String(request.headers[PREVIEW_HEADER])
  if (operation.writes || !isPreviewed(operation.path)) {
    throw forbidden('a preview only reads items, reports, pages and their definitions')
  }
  if (!isId(id)) throw forbidden('the preview is over: start another one')
  request.caller = await identify.byPreview(request.caller, id)
}
