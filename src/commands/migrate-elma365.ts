import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { loadSolution } from '../definitions/load.ts'
import { isError } from '../definitions/source.ts'
import { invalid } from '../lib/errors.ts'
import { convertPackage } from '../migrate/elma365/convert.ts'
import { surveyPortal } from '../migrate/elma365/data/survey.ts'
import { readPackage } from '../migrate/elma365/package/package.ts'
import { toReport } from '../migrate/elma365/report.ts'
import { showHtml } from '../migrate/elma365/show-html.ts'
import { showText } from '../migrate/elma365/show-text.ts'
import {
  dataCommand,
  openPortal,
  PAGE_SIZE,
  type PortalOptions,
  withPortal,
} from './migrate-elma365-data.ts'
import { readMigrated, writeMigrated } from './migrated-folder.ts'
import { type Answer, answer, complain } from './say.ts'

type PlanOptions = Answer & PortalOptions & { html?: string }
type WriteOptions = Answer & { force?: boolean }

/** `--json` stands on `migrate` as well, which sees it first. */
export const elma365Command = () =>
  new Command('elma365')
    .description('bring over what was built in ELMA365, from a package')
    .addCommand(
      withPortal(new Command('plan'))
        .description(
          'say what would become of each component of a package, and what a portal holds',
        )
        .argument('[package]', 'the .e365 file, or the folder it was unpacked into')
        .option('--json', 'answer as JSON')
        .option('--html <file>', 'also write a page for people')
        .action((path: string | undefined, _: PlanOptions, own: Command) =>
          plan(path, own.optsWithGlobals()),
        ),
    )
    .addCommand(
      new Command('definitions')
        .description('write a solution with what a package defines')
        .argument('<package>', 'the .e365 file, or the folder it was unpacked into')
        .argument('<folder>', 'where the solution is, or is to be')
        .option('--force', 'take the package wherever it and you changed the same')
        .option('--json', 'answer as JSON')
        .action((path: string, folder: string, _: WriteOptions, own: Command) =>
          writeDefinitions(path, folder, own.optsWithGlobals()),
        ),
    )
    .addCommand(dataCommand())

async function plan(path: string | undefined, options: PlanOptions): Promise<void> {
  if (path === undefined && options.portal === undefined) {
    throw invalid('name a package, or a portal with --portal')
  }
  const packaged =
    path === undefined
      ? toReport({ title: 'The portal', type: '' }, [], [])
      : convertPackage(await readPackage(path)).report
  const report = { ...packaged, ...(options.portal && { portal: await survey(options) }) }
  if (options.html !== undefined) await writeFile(options.html, showHtml(report))
  answer(options, report, () => showText(report))
}

const survey = (options: PlanOptions) =>
  surveyPortal(openPortal(options), { pageSize: PAGE_SIZE, perMinute: options.rate })

async function writeDefinitions(
  path: string,
  folder: string,
  options: WriteOptions,
): Promise<void> {
  const before = await readMigrated(folder)
  const { files, report, codes } = convertPackage(await readPackage(path), before.codes)
  const { changes, kept, merged } = await writeMigrated(folder, {
    ...{ before, generated: files, codes, isForced: options.force ?? false },
  })
  const { problems } = loadSolution(
    Array.from(merged, ([each, content]) => ({ path: each, content })),
  )
  for (const { file, line, column, message } of problems)
    complain(`${file}:${line}:${column} ${message}`)
  if (problems.some(isError)) process.exitCode = 1
  answer(options, { folder, changes, kept, counts: report.counts }, () => [
    ...changes.map((each) => `${SIGNS[each.action]} ${each.path}`),
    ...kept.map((place) => `! ${place}: kept as you wrote it, the package says something else`),
    `${folder} has ${merged.size} files; "plan" says what became of each component`,
  ])
}

const SIGNS = { create: '+', update: '~', delete: '-' } as const
