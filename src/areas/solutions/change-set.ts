import { extendAll } from '../../definitions/extension.ts'
import { type Body, type Kind, kindOf } from '../../definitions/kinds.ts'
import { type LoadedDefinition, ofKind, sorted } from '../../definitions/load.ts'
import { checkReferences } from '../../definitions/references.ts'
import { type Snapshot, toWritten, writtenSnapshot } from '../../definitions/snapshot.ts'
import { isError, type Problem, type SourceFile } from '../../definitions/source.ts'
import { pathOf } from '../../lib/app-path.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { calledOf } from './called.ts'
import type { Change, Plan } from './operations.ts'
import { type DesiredState, type Draft, definedBefore, draft, sha256 } from './plan.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './prepared.ts'
import type { Renaming } from './rename/rename-context.ts'
import { checkRights, type FindSubjects, planRights } from './rights.ts'
import { findLatestVersions, type ProcessVersion } from './store/definitions.ts'
import { listChecksums } from './store/files.ts'
import { asVisible } from './visible-definitions.ts'

/** Applies the kinds that an area stores itself: people, nomenclature, channels. */
export type Applier = {
  /** The changes in words, and blockers. Changes nothing. */
  plan(ctx: Context, wanted: DesiredState): Promise<{ words: string[]; problems: Problem[] }>
  /** Applies the changes, in the transaction of the definitions. */
  apply(ctx: Context, wanted: DesiredState): Promise<void>
}

export type Publication = { graph: unknown; problems: Problem[] }

/** A process and the definitions it may refer to. */
export type Publishing = LoadedDefinition<'process'> & {
  processes: string[]
  decisions: string[]
  /** By their paths. */
  apps: ReadonlyMap<string, Body<'app'>>
  modules: ReadonlyMap<string, Body<'module'>>
}

/** The appliers of other areas; wired in `app.ts`. */
export type SolutionParts = {
  /** Checks a diagram and compiles it. */
  publish(ctx: Context, bpmn: string, process: Publishing): Promise<Publication>
  /** Checks a file of decisions and its cases. */
  checkDecision(ctx: Context, decision: LoadedDefinition<'decision'>): Promise<Problem[]>
  /** Reads the scripts of a module. */
  checkModule(ctx: Context, module: LoadedDefinition<'module'>): Promise<Problem[]>
  /** Runs the cases of processes, with the definitions of their solution. */
  checkProcesses(
    ctx: Context,
    processes: readonly LoadedDefinition<'process'>[],
    definitions: readonly LoadedDefinition[],
  ): Promise<Problem[]>
  findSubjects: FindSubjects
  /** In the order in which they are carried out. */
  appliers: readonly Applier[]
  personalViews: PersonalViews
}

/** Personal views of users also refer to fields. */
export type PersonalViews = {
  /** How many users have a view that a rename changes. */
  count(ctx: Context, renaming: Renaming): Promise<number>
  rename(ctx: Context, renaming: Renaming): Promise<void>
}

/** A plan, and everything needed to apply it. */
export type ChangeSet = {
  plan: Plan
  drafts: Draft[]
  statements: string[]
  /** Apps with indexes to be built afterwards. */
  later: string[]
  versions: ProcessVersion[]
  files: { save: ChangedFile[]; remove: string[]; checksums: Record<string, string> }
}

type ChangedFile = SourceFile & { checksum: string }

export type ChangeRequest = {
  parts: SolutionParts
  wanted: DesiredState
  isApplying: boolean
  comment?: string
}

export async function makeChangeSet(ctx: Context, request: ChangeRequest): Promise<ChangeSet> {
  const { wanted, isApplying } = request
  const current = isApplying ? toWritten(await ctx.freshDefinitions()) : await writtenSnapshot(ctx)
  const drafts = draft(wanted, current)
  const found = await findProblems(ctx, request, { current, drafts })
  const { problems, effects, versions } = found
  refuseProblems(problems)
  const prepared = new Map<Draft, Prepared[]>()
  for (const each of drafts) prepared.set(each, await prepareAll(ctx, each, isApplying))
  const files = await changedFiles(ctx, wanted)
  const rights = await rightsGivenBack(ctx, request, drafts)
  const all = [...prepared.values()].flat()
  return {
    plan: {
      solution: wanted.solution,
      changes: drafts.map((each) =>
        toChange(each, {
          prepared: prepared.get(each) ?? [],
          versions,
          definitions: wanted.definitions,
        }),
      ),
      effects: [...effects, ...rights],
      files: files.actions,
      warnings: toDetails(problems),
    },
    drafts,
    // Several apps share a schema, which is created once.
    statements: [...new Set(all.flatMap(({ statements }) => statements))],
    later: drafts
      .filter((each) => prepared.get(each)?.some(hasLater))
      .map(({ id, table }) => table?.id ?? id),
    versions,
    files,
  }
}

/** Only administrators restore rights that were revoked by hand. */
const rightsGivenBack = async (
  ctx: Context,
  { wanted, parts }: ChangeRequest,
  drafts: Draft[],
): Promise<string[]> =>
  ctx.user.isAdministrator
    ? planRights(ctx, { ...wanted, before: definedBefore(wanted, drafts) }, parts.findSubjects)
    : []

/** All problems of the files that can be found without applying. */
export async function checkSolution(
  ctx: Context,
  parts: SolutionParts,
  wanted: DesiredState,
): Promise<Problem[]> {
  const current = await writtenSnapshot(ctx)
  const request = { parts, wanted, isApplying: false }
  return (await findProblems(ctx, request, { current, drafts: draft(wanted, current) })).problems
}

type Findings = { problems: Problem[]; effects: string[]; versions: ProcessVersion[] }

/** Collects all errors, so that they can be reported together. */
async function findProblems(
  ctx: Context,
  { parts, wanted }: ChangeRequest,
  { current, drafts }: { current: Snapshot; drafts: Draft[] },
): Promise<Findings> {
  const others = await asVisible(ctx, othersThan(wanted.solution, current))
  const { definitions, unread } = wanted
  const references = checkReferences(definitions, others, unread)
  const isPeopleKnown = wanted.solution !== '' && !unread.some(isNeeded)
  const rights = isPeopleKnown ? await checkRights(ctx, wanted, parts.findSubjects) : []
  const plans = []
  if (isPeopleKnown) {
    for (const applier of parts.appliers) plans.push(await applier.plan(ctx, wanted))
  }
  const pathsOf = (wantedKind: Kind) =>
    [...definitions, ...unread, ...others].filter(({ kind }) => kind === wantedKind).map(pathOf)
  const known = extendAll([...others, ...definitions])
  const published = await nextVersions(ctx, {
    parts,
    drafts,
    processes: pathsOf('process'),
    decisions: pathsOf('decision'),
    apps: bodiesOf('app', known),
    modules: bodiesOf('module', known),
  })
  const effects = plans.flatMap(({ problems }) => problems)
  const cases = await checkCases(ctx, parts, { drafts, definitions })
  const all = [wanted.problems, references, rights, effects, published.problems, cases]
  return {
    problems: sorted(withoutEchoes(all)),
    effects: plans.flatMap(({ words }) => words),
    versions: published.versions,
  }
}

const bodiesOf = <K extends Kind>(
  wanted: K,
  definitions: readonly { kind: Kind; namespace: string; code: string; body: unknown }[],
): Map<string, Body<K>> =>
  new Map(
    definitions.flatMap(({ kind, namespace, code, body }) =>
      kind === wanted ? [[pathOf({ namespace, code }), body as Body<K>]] : [],
    ),
  )

/** Other checks depend on people and folders: if a file of theirs cannot be read, those checks are skipped. */
const isNeeded = ({ kind }: { kind: Kind }): boolean =>
  kindOf(kind).makes !== undefined || kind === 'nomenclature'

/** Removes duplicates: two checks may find the same error. */
function withoutEchoes(checks: readonly (readonly Problem[])[]): Problem[] {
  const placeOf = ({ file, line, column }: Problem) => `${file}:${line}:${column}`
  return checks.flatMap((problems, at) => {
    const told = new Set(checks.slice(0, at).flat().filter(isError).map(placeOf))
    return problems.filter((problem) => !told.has(placeOf(problem)))
  })
}

const hasLater = ({ later }: Prepared) => later.length > 0

const othersThan = (solution: string, current: Snapshot) =>
  current.everything().filter((each) => each.solution !== solution && !each.deletedAt)

async function prepareAll(ctx: Context, each: Draft, isApplying: boolean): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  const place = { db: ctx.db, app: each.table ?? each, isApplying }
  for (const step of each.steps) prepared.push(await prepare(place, step))
  return prepared
}

type Around = {
  prepared: Prepared[]
  versions: ProcessVersion[]
  definitions: readonly LoadedDefinition[]
}

function toChange(each: Draft, { prepared, versions, definitions }: Around): Change {
  const { kind, namespace, code, action, differences, id } = each
  const version = versions.find(({ templateId }) => templateId === id)
  const blockers = [...each.blockers, ...prepared.flatMap((step) => step.blockers)]
  const data = [
    ...prepared.flatMap((step) => step.data),
    ...(version ? [`version ${version.number} published`] : []),
  ]
  return {
    ...{ kind, namespace, code, action },
    ...calledOf(each, definitions, [differences, data, blockers]),
    path: (each.after ?? each.before)?.file ?? '',
    words: differences.map(({ text }) => text),
    differences,
    isDestructive: action === 'delete' || blockers.some(({ canLose }) => canLose),
    data,
    blockers,
  }
}

/** Decisions, modules and processes that have changed, with their cases. */
async function checkCases(
  ctx: Context,
  parts: SolutionParts,
  { drafts, definitions }: { drafts: Draft[]; definitions: readonly LoadedDefinition[] },
): Promise<Problem[]> {
  const problems: Problem[] = []
  const changed = drafts.flatMap(({ after, action }) =>
    after && action !== 'unchanged' ? [after] : [],
  )
  for (const each of ofKind(changed, 'decision')) {
    problems.push(...(await parts.checkDecision(ctx, each)))
  }
  for (const each of ofKind(changed, 'module')) {
    problems.push(...(await parts.checkModule(ctx, each)))
  }
  return [
    ...problems,
    ...(await parts.checkProcesses(ctx, ofKind(changed, 'process'), definitions)),
  ]
}

/** A process gets a new version if anything that its instances run on has changed. */
async function nextVersions(
  ctx: Context,
  {
    parts,
    drafts,
    ...known
  }: Pick<Publishing, 'processes' | 'decisions' | 'apps' | 'modules'> & {
    parts: SolutionParts
    drafts: Draft[]
  },
): Promise<{ versions: ProcessVersion[]; problems: Problem[] }> {
  const drawn = drafts.flatMap(({ after, action }) =>
    action !== 'unchanged' && after?.attachments.bpmn ? [after] : [],
  )
  const changed = ofKind(drawn, 'process')
  if (changed.length === 0) return { versions: [], problems: [] }
  const ids = changed.map(({ id }) => id)
  const latest = await findLatestVersions(ctx.db, ids)
  const versions: ProcessVersion[] = []
  const problems: Problem[] = []
  for (const process of changed) {
    const bpmn = process.attachments.bpmn?.toString('utf8') ?? ''
    const body = settingsOf(process.body)
    const checksum = sha256(`${JSON.stringify(body)}\n${bpmn}`)
    const last = latest.get(process.id)
    if (last?.checksum === checksum) continue
    const publication = await parts.publish(ctx, bpmn, { ...process, ...known })
    problems.push(...publication.problems)
    const number = (last?.number ?? 0) + 1
    const { graph } = publication
    versions.push({ templateId: process.id, number, bpmn, body, graph, checksum })
  }
  return { versions, problems }
}

/** Who may see and start a process is not part of a version. */
function settingsOf(body: Body<'process'>) {
  const { rights: _, hidden: __, description: ___, ...settings } = body
  return settings
}

async function changedFiles(ctx: Context, { solution, files }: DesiredState) {
  const stored = await listChecksums(ctx.db, solution)
  const all = files.map((file) => ({ ...file, checksum: sha256(file.content) }))
  const save = all.filter(({ path, checksum }) => stored.get(path) !== checksum)
  const paths = new Set(files.map(({ path }) => path))
  const remove = [...stored.keys()].filter((path) => !paths.has(path))
  const actions: Plan['files'] = [
    ...save.map(({ path }) => ({ path, action: stored.has(path) ? 'update' : 'create' }) as const),
    ...remove.map((path) => ({ path, action: 'delete' }) as const),
  ]
  const checksums = Object.fromEntries(all.map(({ path, checksum }) => [path, checksum]))
  return { save, remove, actions, checksums }
}

const SHOWN = 3

const toDetails = (problems: readonly Problem[]) =>
  problems.map(({ file, line, column, message }) => ({
    path: `${file}:${line}:${column}`,
    message,
  }))

/** All errors at once, each with its file, line and column. */
export function refuseProblems(problems: readonly Problem[]): void {
  const details = toDetails(problems.filter(isError))
  if (details.length === 0) return
  const first = details.slice(0, SHOWN).map(({ path, message }) => `${path} ${message}`)
  const more = details.length > SHOWN ? `, and ${details.length - SHOWN} more` : ''
  throw new AppError('invalid', `the solution is not valid: ${first.join('; ')}${more}`, {
    details,
  })
}
