import { type Check, type Finding, ok, problem, warning } from '../../platform/checks/check.ts'
import type { Db } from '../../platform/db/db.ts'
import { listArchives } from '../../platform/event-log/retention.ts'
import { checkBucket } from '../../platform/files/bucket-check.ts'
import { type FileStore, fileStore, type RecordedBody } from '../../platform/files/file-store.ts'
import { openFiles } from '../../platform/files/files.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import { describeFaulty, type FaultyBody, inWords } from './faults.ts'
import * as faults from './store/faults.ts'
import * as store from './store/objects.ts'

const BATCH = 1000

/** Checks that the database and the file store have the same objects, of the same sizes. */
export const diskChecks: Check[] = [
  {
    name: 'files',
    isThorough: true,
    run: async (db, config) => {
      const files = fileStore(await openFiles(config))
      const refusal = await checkBucket(config, files)
      return refusal ? problem(refusal) : compareObjects(db, files)
    },
  },
]

async function compareObjects(db: Db, files: FileStore): Promise<Finding> {
  const { found, orphans, damaged } = await lookAtStore(db, files)
  const used = await store.countUsed(db)
  // Checking each object is slow in a bucket, and unnecessary if none can be missing.
  const missing = found >= used ? [] : await findMissing(db, files)
  if (missing.length > 0) {
    return problem(
      `${missing.length} of ${used} bodies are missing, such as ${missing[0]}: restore them from a backup`,
    )
  }
  const [first] = damaged
  if (first) {
    const file = (await store.findFile(db, first.name)) ?? 'no file'
    return problem(
      `${damaged.length} of ${used} bodies have another size than recorded, such as ${first.name} of ${file}: ${first.size} bytes, not ${first.recorded}: restore them from a backup`,
    )
  }
  const content = await compareContent(db, files)
  if (content.faulty.length > 0) return tellFaulty(db, content.faulty)
  if (orphans.length > 0) {
    return warning(
      `${orphans.length} objects belong to nothing, such as ${orphans[0]}: they only take space`,
    )
  }
  return ok(`${used} bodies, all there, ${content.compared} compared with their checksums`)
}

/** Bytes that are compared: more would take hours, and the scrub compares everything in time. */
const COMPARED = 4 * 1024 ** 3

/** From where the scrub is, on: those were compared the longest time ago. */
async function compareContent(db: Db, files: FileStore) {
  const faulty: FaultyBody[] = []
  let [compared, left] = [0, COMPARED]
  const begin = (await faults.findScrub(db))?.after ?? ''
  for (const [after, until] of [
    [begin, null],
    ['', begin],
  ] as const) {
    for await (const body of listBodies(db, after, until)) {
      if (left <= 0) break
      left -= body.size
      compared++
      const fault = await files.examine(body)
      if (fault) faulty.push({ object: body.object, fault })
    }
  }
  return { faulty, compared }
}

/** In the order of their objects, up to and including one of them. */
async function* listBodies(db: Db, after: string, until: string | null) {
  if (until === '') return
  for (let last: string | undefined = after; last !== undefined; ) {
    const page = { after: last, until, most: BATCH }
    const bodies: RecordedBody[] = await faults.listStored(db, page)
    yield* bodies
    last = bodies.length < BATCH ? undefined : bodies.at(-1)?.object
  }
}

async function tellFaulty(db: Db, faulty: FaultyBody[]): Promise<Finding> {
  // A sweep may have deleted one of them meanwhile.
  const known = await faults.findRecorded(
    db,
    faulty.map(({ object }) => object),
  )
  const names = new Set(known.map(({ object }) => object))
  const left = faulty.filter(({ object }) => names.has(object))
  if (left.length === 0) return ok('all bodies are there')
  const described = (await describeFaulty(db, left.slice(0, 10))).map(inWords)
  const more = left.length > described.length ? ' and so on' : ''
  return problem(
    `${left.length} bodies are not what was stored: ${described.join('; ')}${more}: restore them from a backup`,
  )
}

type Damaged = { name: string; size: number; recorded: number }

/** An object is recorded before its first byte is written, so an unrecorded one is an orphan. */
async function lookAtStore(db: Db, files: ObjectStore) {
  let found = 0
  // The archives of the event log are no files; their own check looks after them.
  const archives = await listArchives(db, 0)
  const orphans: string[] = []
  const damaged: Damaged[] = []
  for await (const sizes of inBatches(files.list())) {
    const known = await store.findKnown(db, [...sizes.keys()])
    for (const { name, is_used, size: recorded } of known) {
      if (is_used) found++
      const size = sizes.get(name) ?? 0
      if (recorded !== null && recorded !== size) damaged.push({ name, size, recorded })
      sizes.delete(name)
    }
    for (const { object } of archives) sizes.delete(object)
    orphans.push(...sizes.keys())
  }
  return { found, orphans, damaged }
}

async function findMissing(db: Db, files: ObjectStore): Promise<string[]> {
  const missing: string[] = []
  for (let last: string | undefined = ''; last !== undefined; ) {
    const names = await store.listUsed(db, last, BATCH)
    const lost: string[] = []
    for (const name of names) if (!(await files.find(name))) lost.push(name)
    // Checked again: a sweep may have deleted it in the meantime.
    const stillUsed = (await store.findKnown(db, lost)).filter(({ is_used }) => is_used)
    missing.push(...stillUsed.map(({ name }) => name))
    last = names.length === BATCH ? names.at(-1) : undefined
  }
  return missing
}

type Objects = ReturnType<ObjectStore['list']>

/** Sizes by name. */
async function* inBatches(objects: Objects): AsyncGenerator<Map<string, number>> {
  let sizes = new Map<string, number>()
  for await (const { name, size } of objects) {
    sizes.set(name, size)
    if (sizes.size < BATCH) continue
    yield sizes
    sizes = new Map()
  }
  if (sizes.size > 0) yield sizes
}
