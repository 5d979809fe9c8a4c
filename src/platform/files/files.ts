import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localStore } from './local.ts'
import type { ObjectStore } from './object-store.ts'

/** The store that `KONTOR_FILES` names. */
export const openFiles = async (config: Config): Promise<ObjectStore> =>
  config.KONTOR_FILES === 's3' ? openBucket(config) : localStore(join(config.KONTOR_DATA, 'files'))

async function openBucket(config: Config): Promise<ObjectStore> {
  const { KONTOR_S3_BUCKET: bucket = '', KONTOR_S3_ACCESS_KEY: key, KONTOR_S3_SECRET_KEY } = config
  // Loaded on demand: the SDK takes 36 MB and a tenth of a second.
  const { s3Store } = await import('./s3.ts')
  return s3Store({
    bucket,
    region: config.KONTOR_S3_REGION,
    endpoint: config.KONTOR_S3_ENDPOINT,
    hasLinks: config.KONTOR_S3_LINKS === 'direct',
    ...(key !== undefined && {
      credentials: { accessKeyId: key, secretAccessKey: KONTOR_S3_SECRET_KEY ?? '' },
    }),
  })
}
