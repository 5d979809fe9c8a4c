import { isUtf8 } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toMap } from '../areas/drafts/files.ts'
import { mergeFiles } from '../areas/drafts/merge.ts'
import { conflict, invalid } from '../lib/errors.ts'
import { isMissing } from '../platform/files/disk.ts'
import { readCheckout, writeCheckout } from './checkout.ts'

/** What the last run wrote: what differs from it was changed by hand. */
const State = z.strictObject({
  codes: z.record(z.string(), z.string()).describe('codes that were made up'),
  files: z.record(z.string(), z.union([z.string(), z.strictObject({ base64: z.string() })])),
})

const STATE = '.kontor-elma365.json'

export type Before = {
  codes: Record<string, string>
  /** As the last run made them. */
  base: Map<string, Buffer>
  /** As they are. */
  local: Map<string, Buffer>
}

export async function readMigrated(folder: string): Promise<Before> {
  const local = toMap(await readCheckout(folder))
  const text = await readFile(join(folder, STATE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined && local.size > 0) {
    throw conflict(`${folder} has a solution that no package made: name another folder`)
  }
  if (text === undefined) return { codes: {}, base: new Map(), local }
  const { codes, files } = readState(folder, text)
  const base = Object.entries(files).map(([path, content]) => [path, toBuffer(content)] as const)
  return { codes, base: new Map(base), local }
}

function readState(folder: string, text: string): z.output<typeof State> {
  try {
    return State.parse(JSON.parse(text))
  } catch {
    throw invalid(`${join(folder, STATE)} cannot be read: take it back from version control`)
  }
}

type Stored = z.output<typeof State>['files'][string]

const toBuffer = (content: Stored): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64')

const toStored = (content: Buffer): Stored =>
  isUtf8(content) ? content.toString('utf8') : { base64: content.toString('base64') }

type Writing = {
  before: Before
  generated: Map<string, Buffer>
  codes: Record<string, string>
  isForced: boolean
}

/** Writes what a package says over what was written before; where people changed the same, theirs stays. */
export async function writeMigrated(
  folder: string,
  { before: { base, local }, generated, codes, isForced }: Writing,
) {
  const sides = { base, mine: local, theirs: generated }
  const { conflicts } = mergeFiles(sides, [])
  const take = isForced ? 'theirs' : 'mine'
  const choices = conflicts.map(({ file, at }) => ({ file, at, take }) as const)
  const { files: merged } = mergeFiles(sides, choices)
  const changes = await writeCheckout(folder, local, merged)
  const files = Object.fromEntries(Array.from(generated, ([path, each]) => [path, toStored(each)]))
  await writeFile(join(folder, STATE), `${JSON.stringify({ codes, files }, undefined, 1)}\n`)
  const places = conflicts.map(({ file, at }) =>
    at.length > 0 ? `${file}: ${at.join('.')}` : file,
  )
  return { changes, kept: isForced ? [] : [...new Set(places)], merged }
}
