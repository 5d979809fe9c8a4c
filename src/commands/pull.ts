import { Command } from 'commander'
import { toMap } from '../areas/drafts/files.ts'
import { mergeFiles } from '../areas/drafts/merge.ts'
import { getVersionFiles, latestVersion } from '../areas/solutions/versions.ts'
import type { SourceFile } from '../definitions/source.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { type Context, readContext } from '../platform/context.ts'
import {
  checksumOf,
  readCheckout,
  readState,
  type State,
  writeCheckout,
  writeState,
} from './checkout.ts'
import { type Answer, answer } from './say.ts'
import { withPlatform } from './system.ts'

type Options = Answer & { solution?: string; force?: boolean }

export const pullCommand = (config: () => Config) =>
  new Command('pull')
    .description('bring the newest version of a solution into a folder, such as a git checkout')
    .argument('<folder>', 'the folder of the solution')
    .option('--solution <code>', 'which one, at the first time')
    .option('--force', 'take the version wherever both sides changed the same')
    .option('--json', 'answer as JSON')
    .action((folder: string, options: Options) => pull(config(), folder, options))

async function pull(config: Config, folder: string, options: Options): Promise<void> {
  const state = await readState(folder)
  const solution = options.solution ?? state?.solution
  if (solution === undefined) throw invalid(`${folder} is new: name its solution with --solution`)
  if (state && state.solution !== solution) {
    throw conflict(`${folder} has the solution "${state.solution}"`)
  }
  const local = toMap(await readCheckout(folder))
  const { base, theirs, version } = await withPlatform(config, 'kontor pull', (platform, origin) =>
    readVersions(readContext(platform, origin), solution, state),
  )
  const sides = { base: toMap(base), mine: local, theirs: toMap(theirs) }
  const asked = mergeFiles(sides, [])
  if (asked.conflicts.length > 0 && !options.force) throw refusal(folder, asked.conflicts)
  const choices = asked.conflicts.map(({ file, at }) => ({ file, at, take: 'theirs' as const }))
  const { files } = mergeFiles(sides, choices)
  const changes = await writeCheckout(folder, local, files)
  await writeState(folder, { solution, version, checksum: checksumOf(theirs) })
  answer(options, { solution, version, changes }, () => [
    ...changes.map(({ path, action }) => `${SIGNS[action]} ${path}`),
    `${folder} has version ${version} of ${solution}`,
  ])
}

const SIGNS = { create: '+', update: '~', delete: '-' } as const

type Versions = { base: SourceFile[]; theirs: SourceFile[]; version: number }

/** The newest version, and the one that the folder comes from, if this server has it. */
async function readVersions(
  ctx: Context,
  solution: string,
  state: State | undefined,
): Promise<Versions> {
  const version = await latestVersion(ctx, solution)
  if (version === 0) throw notFound('solution', solution)
  const theirs = await getVersionFiles(ctx, solution, version)
  const known = state ? await getVersionFiles(ctx, solution, state.version) : []
  const base = checksumOf(known) === state?.checksum ? known : []
  return { base, theirs, version }
}

function refusal(folder: string, conflicts: { file: string; at: (string | number)[] }[]) {
  const places = conflicts.map(({ file, at }) =>
    at.length > 0 ? `${file}: ${at.join('.')}` : file,
  )
  const list = [...new Set(places)].map((place) => `\n  ${place}`).join('')
  return conflict(
    `${folder} and the newest version changed the same, nothing was written; --force takes the version:${list}`,
  )
}
