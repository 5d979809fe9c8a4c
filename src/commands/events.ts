import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Command } from 'commander'
import { invalid } from '../lib/errors.ts'
import { matchesType } from '../lib/event-types.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { batchesOf, readArchive } from '../platform/event-log/archive-file.ts'
import { archivedText, archivedUpTo, listArchives } from '../platform/event-log/retention.ts'
import { newestPosition } from '../platform/events.ts'
import { complain } from './say.ts'
import { withPlatform } from './system.ts'

type EventFilter = {
  after: number
  type?: string
  object?: string
  /** Of this system, or these files. */
  fromArchive?: true | string[]
}

export const eventsCommand = (config: () => Config) =>
  new Command('events')
    .description('print events as JSON lines, the oldest first')
    .option('--after <position>', 'only events after this position', toPosition, 0)
    .option('--type <type>', 'only of this type, or with a * at the end of all that begin so')
    .option('--object <object>', 'only of this object, such as item:crm/deals/<id>')
    .option(
      '--from-archive [files...]',
      'archived events before those of the log; of the files that are named, and of nothing else',
    )
    .action((wanted: EventFilter) => print(config, wanted))

function toPosition(text: string): number {
  const position = Number(text)
  if (Number.isSafeInteger(position) && position >= 0) return position
  throw invalid(`--after: expected a position such as 1200, received "${text}"`)
}

async function print(config: () => Config, wanted: EventFilter): Promise<void> {
  const { fromArchive } = wanted
  if (Array.isArray(fromArchive)) {
    for (const file of fromArchive) await printArchive(createReadStream(file), wanted)
    return
  }
  await withPlatform(config(), 'kontor events', async (platform) => {
    const after = fromArchive ? wanted.after : await beginningOf(platform, wanted)
    await printSystem(platform, { ...wanted, after })
  })
}

/** Without the archives that there are. */
async function beginningOf({ db }: Platform, { after }: EventFilter): Promise<number> {
  const last = await archivedUpTo(db)
  if (after < last) complain(`kontor: ${archivedText(last)}: add --from-archive`)
  return Math.max(after, last)
}

/** As far as the log went when the command began; what goes to an archive meanwhile is read there. */
async function printSystem({ db, files }: Platform, wanted: EventFilter): Promise<void> {
  const last = await newestPosition(db)
  let printed = wanted.after
  do {
    for (const archive of await listArchives(db, printed)) {
      await printArchive(await files.open(archive.object), { ...wanted, after: printed })
      printed = archive.last
    }
    for await (const { lines, upTo } of batchesOf(db, { first: printed + 1, last })) {
      // A part is dropped after it is in the list: what is between the last batch and this one may be in it.
      if ((await archivedUpTo(db)) > printed) break
      for (const line of lines.split('\n')) await sayMatching(line, wanted)
      printed = upTo
    }
  } while ((await archivedUpTo(db)) > printed)
}

async function printArchive(content: Parameters<typeof readArchive>[0], wanted: EventFilter) {
  for await (const line of readArchive(content)) await sayMatching(line, wanted)
}

/** Waits for whoever reads: there may be millions. */
async function sayMatching(line: string, { after, type, object }: EventFilter): Promise<void> {
  const event = JSON.parse(line) as { position: number; type: string; object: string }
  if (event.position <= after) return
  if (object !== undefined && event.object !== object) return
  if (type !== undefined && !matchesType(type, event.type)) return
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
