import { toApp, toSnapshot } from '../../definitions/snapshot.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import * as store from './store/indexes.ts'
import { type AppShape, createIndex, dropIndex, indexesOf } from './tables.ts'

/**
 * Builds the missing indexes of an app without blocking writes, and removes those that nothing asks for
 * any more. Runs again after a failure: incomplete indexes are removed first.
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
  for (const broken of present.filter(({ isValid }) => !isValid)) {
    await store.runAlone(db, dropIndex(app, broken, true))
  }
  const valid = new Set(present.filter(({ isValid }) => isValid).map(({ name }) => name))
  const wanted = indexesOf(app)
  for (const index of wanted.filter(({ name }) => !valid.has(name))) {
    try {
      await store.runAlone(db, createIndex(app, index, true))
    } catch (error) {
      // An incomplete unique index already rejects values, so it must be removed.
      await store.runAlone(db, dropIndex(app, index, true))
      throw error
    }
  }
  const names = new Set(wanted.map(({ name }) => name))
  for (const name of valid) {
    if (isOfField(name) && !names.has(name))
      await store.runAlone(db, dropIndex(app, { name }, true))
  }
}

/** Indexes of the app itself have names without a hash. */
const isOfField = (name: string) => /\$[0-9a-f]{8}$/.test(name)
