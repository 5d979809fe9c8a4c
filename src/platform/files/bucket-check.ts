import type { Config } from '../config.ts'
import type { ObjectStore } from './object-store.ts'

/** Why the bucket cannot be used; undefined if it can. A local folder is created on demand. */
export async function checkBucket(
  { KONTOR_FILES, KONTOR_S3_BUCKET, KONTOR_S3_ENDPOINT }: Config,
  files: ObjectStore,
): Promise<string | undefined> {
  if (KONTOR_FILES !== 's3') return undefined
  try {
    for await (const _ of files.list()) break
    return undefined
  } catch (error) {
    const place = KONTOR_S3_ENDPOINT ? ` at KONTOR_S3_ENDPOINT ${KONTOR_S3_ENDPOINT}` : ''
    return `the bucket KONTOR_S3_BUCKET "${KONTOR_S3_BUCKET}"${place} cannot be used: ${reasonOf(error)}: ${remedyFor(error)}`
  }
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as Error
  const { message, code, name } = cause as NodeJS.ErrnoException
  return message || code || name
}

const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'create the bucket, or correct KONTOR_S3_BUCKET',
  AccessDenied:
    'allow the key to list, read, write and delete objects, and to list and abort multipart uploads',
  InvalidAccessKeyId: 'correct KONTOR_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'correct KONTOR_S3_SECRET_KEY and KONTOR_S3_REGION',
  PermanentRedirect: 'correct KONTOR_S3_REGION or KONTOR_S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'correct KONTOR_S3_REGION',
  RequestTimeTooSkewed: 'let this machine keep time with NTP',
  CredentialsProviderError: 'set KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY',
}

function remedyFor(error: unknown): string {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  const known = name === undefined ? undefined : REMEDIES[name]
  if (known !== undefined) return known
  return $metadata?.httpStatusCode === undefined
    ? 'see whether KONTOR_S3_ENDPOINT is right and can be reached from this machine'
    : 'correct the settings KONTOR_S3_*, or ask whoever runs the store'
}
