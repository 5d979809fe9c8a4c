import { readFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { invalid } from '../lib/errors.ts'
import { holdState } from '../migrate/elma365/data/hold.ts'
import { type Job, type Options, type Progress, WITHOUT } from '../migrate/elma365/data/job.ts'
import { Pace } from '../migrate/elma365/data/pace.ts'
import { Portal } from '../migrate/elma365/data/portal.ts'
import { bringData, type DataReport } from '../migrate/elma365/data/run.ts'
import { showData } from '../migrate/elma365/data/show.ts'
import { State } from '../migrate/elma365/data/state.ts'
import { Tally } from '../migrate/elma365/data/tally.ts'
import { Target } from '../migrate/elma365/data/target.ts'
import { type Answer, answer, complain } from './say.ts'

export type PortalOptions = { portal?: string; token?: string; rate: number; parallel: number }

type DataOptions = Answer &
  PortalOptions &
  Omit<Options, 'storageKeys'> & {
    into: string
    intoToken?: string
    state: string
    storageKeys?: string
  }

/** Shorter pauses need no explanation. */
const TOLD_WAIT = 1000
/** Items in one call. */
export const PAGE_SIZE = 1000

const whole = (least: number) => (text: string) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) {
    throw new InvalidArgumentError(`expected a whole number from ${least}`)
  }
  return number
}

/** How a portal is reached. Tokens are better in the environment, where other users do not see them. */
export const withPortal = (command: Command): Command =>
  command
    .option('--portal <address>', 'such as https://company.elma365.ru')
    .addOption(
      new Option('--token <token>', 'of an administrator there').env('KONTOR_PORTAL_TOKEN'),
    )
    .option('--rate <calls>', 'calls a minute that the portal allows, 0 = any number', whole(0), 90)
    .option('--parallel <calls>', 'calls at once', whole(1), 4)

export const dataCommand = () =>
  withPortal(new Command('data'))
    .description('bring the data of a portal; again and again until you change over')
    .option('--into <address>', 'the server that it goes to', 'http://127.0.0.1:8365')
    .addOption(
      new Option('--into-token <token>', 'of an administrator of that server').env('KONTOR_TOKEN'),
    )
    .option('--state <file>', 'keeps what has come already', 'elma365-data.json')
    .option('--apps <apps...>', 'only these, such as crm/orders', [])
    .option('--full', 'everything again, also of apps that have come', false)
    .option('--storage-keys <file>', 'keys of the storage to bring, one to a line')
    .addOption(
      new Option('--without <parts...>', 'leave out what costs a call for each item or file')
        .choices(WITHOUT)
        .default([]),
    )
    .option('--org-chart <file>', 'the tree of the org chart, as JSON that a script wrote')
    .option(
      '--restart <processes...>',
      'begin running instances of these anew here, such as crm.orders/approve; others are left there',
      [],
    )
    .option('--page-size <items>', 'items in one call', whole(1), PAGE_SIZE)
    .option('--samples <items>', 'items of each app that are compared at the end', whole(0), 200)
    .option('--json', 'answer as JSON')
    .action((_: DataOptions, own: Command) => bring(own.optsWithGlobals()))

export function openPortal({ portal, token, rate, parallel }: PortalOptions): Portal {
  if (!portal) throw invalid('name the portal with --portal')
  if (!token) throw invalid('give a token of the portal with --token or KONTOR_PORTAL_TOKEN')
  return new Portal({
    ...{ address: portal, token, pace: new Pace({ perMinute: rate, parallel }) },
    onWait: (why, milliseconds) => {
      if (milliseconds >= TOLD_WAIT) complain(`${why}: trying again in ${milliseconds / 1000} s`)
    },
  })
}

async function bring(options: DataOptions): Promise<void> {
  const portal = openPortal(options)
  if (!options.intoToken) throw invalid('give a token with --into-token or KONTOR_TOKEN')
  const tally = new Tally()
  const target = new Target({ address: options.into, token: options.intoToken }, tally)
  if (portal.address === target.address) {
    throw invalid('--portal and --into are the same: name the server that the data goes to')
  }
  const hold = await holdState(options.state, {
    onWatch: (holder, milliseconds) =>
      complain(
        `${options.state} was used by another run, ${holder}: looking for ${milliseconds / 1000} s whether it still is`,
      ),
  })
  try {
    const ends = { portal: portal.address, into: target.address }
    const state = await State.open({ path: options.state, hold, ...ends })
    const storageKeys = await readKeys(options.storageKeys)
    const progress = makeProgress(options.json ?? false)
    const report = await bringOrTell({
      ...{ portal, target, state, tally, progress, running: {} },
      options: { ...options, storageKeys },
    })
    answer(options, report, () => showData(report))
    if (!report.isEqual || report.problemCount > 0) process.exitCode = 1
  } finally {
    await hold.release()
  }
}

/** Where a run ends early, what it was doing beside ends as well, and people learn how to go on. */
async function bringOrTell(job: Job): Promise<DataReport> {
  try {
    return await bringData(job)
  } catch (error) {
    job.portal.end()
    if (job.state.isResumed) complain('the same command goes on from here')
    throw error
  }
}

async function readKeys(file: string | undefined): Promise<string[]> {
  if (file === undefined) return []
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

const EVERY = 100

/** One updated line on a terminal, otherwise a line for each finished part. */
function makeProgress(isQuiet: boolean): Progress {
  if (isQuiet) return { at: () => undefined, done: () => undefined }
  const done = (what: string, count: number) => complain(`${what}: ${count}`)
  if (!process.stderr.isTTY) return { at: () => undefined, done }
  let last = 0
  const show = (text: string) =>
    process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)
  return {
    at: (what, count, total) => {
      if (Date.now() - last < EVERY) return
      last = Date.now()
      show(total === undefined ? `${what}: ${count}` : `${what}: ${count} of ${total}`)
    },
    done: (what, count) => {
      show('')
      done(what, count)
    },
  }
}
