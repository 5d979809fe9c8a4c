import { toApp, toSnapshot } from '../../definitions/snapshot.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import * as store from './store/indexes.ts'
import {
  type AppShape,
  createIndex,
  dropIndex,
  indexesOf,
  isOurs,
  systemIndexesOf,
} from './tables.ts'

/**
 * Builds the missing indexes of an app without blocking writes. Runs again after a failure: incomplete indexes
 * are removed first. Indexes that somebody else made stay, also while they are being built.
 */
export async function buildIndexes(job: Job, payload: unknown): Promise<void> {
  const { app: id } = payload as { app: string }
  const current = toSnapshot(await job.write((ctx) => ctx.freshDefinitions()))
  const definition = current.findById('app', id)
  if (!definition || definition.deletedAt) return
  const app = toApp(definition)
  await job.withOwnConnection(async (db) => {
    await store.lockIndexes(db, id)
    await buildMissing(db, app)
  })
}

async function buildMissing(db: Db, app: AppShape): Promise<void> {
  const present = await store.listIndexes(db, app)
  for (const broken of present.filter(({ name, isValid }) => !isValid && isOurs(name, app))) {
    await store.runAlone(db, dropIndex(app, broken, true))
  }
  const valid = new Set(present.filter(({ isValid }) => isValid).map(({ name }) => name))
  const wanted = [...systemIndexesOf(app), ...indexesOf(app)]
  for (const index of wanted.filter(({ name }) => !valid.has(name))) {
    try {
      await store.runAlone(db, createIndex(app, index, true))
    } catch (error) {
      // An incomplete unique index already rejects values, so it must be removed.
      await store.runAlone(db, dropIndex(app, index, true))
      throw error
    }
  }
}
