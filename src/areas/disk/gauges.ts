import { statfs } from 'node:fs/promises'
import { needsFolder } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { databaseTime } from '../../platform/db/time.ts'
import type { GaugeGroup, GaugeSource } from '../../platform/gauges.ts'
import { withTimeLimit } from '../../platform/loops/time-limit.ts'
import { countFaults, findScrub, findSound } from './store/faults.ts'

/** In milliseconds, for the file store to answer. */
const LONGEST = 2000

const fileGauges: GaugeGroup = {
  name: 'files',
  gauges: {
    kontor_file_store_up: {
      help: '1 if the file store answers, and has a file that it should have',
    },
    kontor_file_faults: { help: 'File bodies that are damaged or missing', label: 'fault' },
    kontor_file_scrub_age_seconds: {
      help: 'Time since all file bodies were last compared with their checksums, or since that began',
    },
  },
  read: async (source) => {
    const scrub = await findScrub(source.db)
    const since = scrub?.completed_at ?? scrub?.started_at
    return {
      kontor_file_store_up: Number(await isUp(source)),
      kontor_file_faults: await countFaults(source.db),
      ...(since && { kontor_file_scrub_age_seconds: await secondsSince(source.db, since) }),
    }
  },
}

const secondsSince = async (db: Db, since: Date): Promise<number> =>
  ((await databaseTime(db)).getTime() - since.getTime()) / 1000

/** A store that is not mounted answers, too: it has none of the bodies. */
async function isUp({ db, files }: GaugeSource): Promise<boolean> {
  const body = await findSound(db)
  try {
    const found = await withTimeLimit(LONGEST, files.find(body ?? 'none'), () => {
      throw new Error('the file store does not answer')
    })
    return body === undefined || found !== undefined
  } catch {
    return false
  }
}

const spaceGauges: GaugeGroup = {
  name: 'disk',
  gauges: {
    kontor_disk_free_bytes: { help: 'Free space where KONTOR_DATA is' },
    kontor_disk_size_bytes: { help: 'Size of the disk where KONTOR_DATA is' },
  },
  isWanted: needsFolder,
  read: async ({ config }) => {
    const { bavail, blocks, bsize } = await statfs(config.KONTOR_DATA)
    return { kontor_disk_free_bytes: bavail * bsize, kontor_disk_size_bytes: blocks * bsize }
  },
}

export const diskGauges: GaugeGroup[] = [fileGauges, spaceGauges]
