import { useApi } from '../../../api.ts'
import type { JsonSchema } from './json-schema.ts'

/** It changes only with the server. */
const FRESH = 600_000

/** The schema of a kind of definition. */
export function useSchema(kind: string) {
  const asked = useApi('solutions', 'getSchema', { params: { kind } }, { fresh: FRESH })
  return { ...asked, data: asked.data?.schema as JsonSchema | undefined }
}
