import { type LoadedDefinition, ofKind } from '../../../definitions/load.ts'
import {
  type DefinedFolder,
  directoryId,
  folderId,
  serialId,
  treeOf,
} from '../../../definitions/nomenclature.ts'
import { inStoredLanguage, wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Path, Problem } from '../../../definitions/source.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { invalid } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Applier } from '../../solutions/change-set.ts'
import type { DesiredState } from '../../solutions/plan.ts'
import { addFolder, createDirectory, saveDirectory, saveFolder } from './service.ts'
import { DEFAULTS, resetOf, type Settings } from './settings.ts'
import * as directories from './store/directories.ts'
import * as folders from './store/folders.ts'

/** Applies offices, categories and folders of a solution. */
export const nomenclatureApplier: Applier = {
  plan: async (ctx, wanted) => {
    const { steps, problems } = await draw(ctx, wanted)
    return { words: steps.map(({ words }) => words), problems }
  },
  apply: async (ctx, wanted) => {
    await directories.lockTree(ctx.db)
    const { steps, problems } = await draw(ctx, wanted)
    if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join('; '))
    for (const { run } of steps) await run(ctx)
  },
}

type Drawing = {
  ctx: Context
  solution: string
  steps: { words: string; run(ctx: Context): Promise<unknown> }[]
  problems: Problem[]
}
type Source = { definition: LoadedDefinition; at: Path }

async function draw(ctx: Context, wanted: DesiredState): Promise<Drawing> {
  const drawing: Drawing = { ctx, solution: wanted.solution, steps: [], problems: [] }
  const trees = ofKind(wanted.definitions, 'nomenclature').map((definition) => ({
    definition,
    tree: treeOf(inStoredLanguage(ctx, definition).body),
  }))
  await drawDirectories(
    drawing,
    trees.flatMap(({ definition, tree }) =>
      tree.directories.map((each) => ({ ...each, definition })),
    ),
  )
  await drawFolders(
    drawing,
    trees.flatMap(({ definition, tree }) => tree.folders.map((each) => ({ ...each, definition }))),
  )
  await checkIds(drawing, wanted)
  return drawing
}

type WantedDirectory = Source & { path: string; parent: string | null; name: string }

async function drawDirectories(drawing: Drawing, wanted: WantedDirectory[]): Promise<void> {
  const { ctx, steps, solution } = drawing
  const rows = await directories.listDefined(ctx.db)
  const byPath = new Map(rows.map((row) => [row.path, row]))
  for (const each of wanted) {
    const { path, name, parent } = each
    const row = byPath.get(path)
    const parentId = parent === null ? null : directoryId(parent)
    const kind = parent === null ? 'office' : 'category'
    if (!row) {
      const made = { id: directoryId(path), name, parentId, path, solution }
      steps.push({ words: `create ${kind} ${path}`, run: (run) => createDirectory(run, made) })
    } else if (isOwn(drawing, each, row)) {
      const changed = differences(row, { name, parent_id: parentId, solution, deleted_at: null })
      change(drawing, `${kind} ${path}`, changed, (run) => saveDirectory(run, row, changed))
    }
  }
  for (const row of goneFrom(rows, wanted, solution)) {
    const words = `delete ${row.parent_id === null ? 'office' : 'category'} ${row.path}`
    steps.push({ words, run: (run) => saveDirectory(run, row, { deleted_at: run.now() }) })
  }
}

type WantedFolder = Source & { path: string; parent: string; folder: DefinedFolder }

async function drawFolders(drawing: Drawing, wanted: WantedFolder[]): Promise<void> {
  const { ctx, steps, solution } = drawing
  const rows = await folders.listDefined(ctx.db)
  const byPath = new Map(rows.map((row) => [row.path, row]))
  // A counter must exist before folders that share it.
  const ordered = wanted.toSorted((a, b) => Number(!!a.folder.through) - Number(!!b.folder.through))
  for (const each of ordered) {
    const { path, parent, folder } = each
    const row = byPath.get(path)
    const { name, docflow } = folder
    const place = { name, docflow, directory_id: directoryId(parent) }
    const settings = settingsOf(ctx, row ?? DEFAULTS, folder)
    if (!row) {
      const made = { id: folderId(path), path, solution, serialId: serialId(path) }
      const run = (to: Context) => addFolder(to, place, settings, made)
      steps.push({ words: `create folder ${path}`, run })
    } else if (isOwn(drawing, each, row)) {
      const changed = differences(row, { ...place, ...settings, solution, deleted_at: null })
      change(drawing, `folder ${path}`, changed, (run) => saveFolder(run, row, changed))
    }
  }
  const gone = goneFrom(rows, wanted, solution)
  await refuseNeeded(drawing, gone)
  for (const row of gone) {
    const run = (to: Context) => saveFolder(to, row, { deleted_at: to.now() })
    steps.push({ words: `delete folder ${row.path}`, run })
  }
}

const settingsOf = (ctx: Context, current: Settings, folder: DefinedFolder): Settings => ({
  template_enabled: !folder.manual,
  template: folder.template,
  min_length: folder.minLength,
  reserve_enabled: folder.reserve,
  edit_after_registration: folder.editAfterRegistration,
  through_serial_id: folder.through === undefined ? null : serialId(folder.through),
  use_released: folder.reuse,
  ...resetOf(ctx, current, {
    resetInPeriod: folder.reset !== undefined,
    resetSettings: folder.reset && {
      resetPeriod: folder.reset.period,
      resetPeriodCount: folder.reset.count,
    },
  }),
})

type Row = { path: string | null; solution: string | null; deleted_at: Date | null }

function isOwn(
  { solution, problems }: Drawing,
  { definition, at, path }: Source & { path: string },
  row: Row,
) {
  if (row.deleted_at || row.solution === solution) return true
  const message = `"${path}" belongs to the solution "${row.solution}"`
  problems.push({ file: definition.file, ...definition.source.location(at), message })
  return false
}

function change(
  { steps }: Drawing,
  what: string,
  changed: object,
  run: (ctx: Context) => Promise<void>,
) {
  if (isEmpty(changed)) return
  const { deleted_at, ...rest } = changed as { deleted_at?: null }
  const names = Object.keys(rest).map((name) => name.replace(/_id$/, '').replaceAll('_', ' '))
  const verb = deleted_at === null ? 'bring back' : 'change'
  steps.push({ words: `${verb} ${what}${names.length > 0 ? `: ${names.join(', ')}` : ''}`, run })
}

const goneFrom = <R extends Row>(rows: R[], wanted: { path: string }[], solution: string): R[] => {
  const paths = new Set<string | null>(wanted.map(({ path }) => path))
  return rows.filter((row) => row.solution === solution && !row.deleted_at && !paths.has(row.path))
}

/** Apps of other solutions may register their documents in it. */
async function refuseNeeded({ ctx, solution, problems }: Drawing, gone: Row[]): Promise<void> {
  const apps = (await wholeSnapshot(ctx)).live('app').filter((app) => app.solution !== solution)
  for (const { path } of gone) {
    const user = apps.find(({ body }) => body.registration?.folders.includes(path ?? ''))
    if (!user) continue
    const message = `app ${user.namespace}/${user.code} of the solution "${user.solution}" registers in "${path}"`
    problems.push({ file: 'nomenclature.yaml', line: 1, column: 1, message })
  }
}

/** Folders created by hand have ids and no paths. */
async function checkIds({ ctx, problems }: Drawing, { definitions }: DesiredState): Promise<void> {
  for (const { body, file, source } of ofKind(definitions, 'app')) {
    for (const [at, id] of (body.registration?.folders ?? []).entries()) {
      if (!isId(id) || (await folders.findFolder(ctx.db, id))?.deleted_at === null) continue
      const place = source.location(['registration', 'folders', at])
      problems.push({ file, ...place, message: `there is no folder "${id}"` })
    }
  }
}
