import type { Config } from '../config.ts'
import type { ObjectStore } from './object-store.ts'

/** Why the bucket cannot be used, or undefined. A local folder is made when it is needed. */
export async function bucketRefusal(
  { KONTOR_FILES, KONTOR_S3_BUCKET, KONTOR_S3_ENDPOINT }: Config,
  files: ObjectStore,
): Promise<string | undefined> {
  if (KONTOR_FILES !== 's3') return undefined
  try {
    for await (const _ of files.list()) break
    return undefined
  } catch (error) {
    const place = KONTOR_S3_ENDPOINT ? ` at KONTOR_S3_ENDPOINT ${KONTOR_S3_ENDPOINT}` : ''
    return `the bucket KONTOR_S3_BUCKET "${KONTOR_S3_BUCKET}"${place} cannot be used: ${reasonOf(error)}`
  }
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as Error
  const { message, code, name } = cause as NodeJS.ErrnoException
  return message || code || name
}
