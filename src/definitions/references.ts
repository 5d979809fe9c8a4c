import { parsePath, pathOf } from '../lib/app-path.ts'
import { suggest, withoutHint } from '../lib/did-you-mean.ts'
import { locate } from './checks.ts'
import { extendAll } from './extension.ts'
import type { FieldDefinition } from './field.ts'
import type { Body, Definition, Kind } from './kinds.ts'
import { GLOBAL, type Identity } from './layout.ts'
import type { LoadedDefinition } from './load.ts'
import { checkAppFolders, checkShared, type Folders, foldersIn } from './nomenclature.ts'
import { checkPublicForm } from './public-form.ts'
import { checkQuery } from './report-query.ts'
import type { Path, Problem } from './source.ts'
import { checkWidgetFields, checkWidgetReport, widgetTargets } from './widget-references.ts'
import { isWidgetType, placeOf } from './widgets.ts'

/** A reference to another definition. `path` is its location. */
export type Reference = { kind: Kind; namespace: string; code: string; path: Path; field?: string }

type Parts = { kind: Kind; namespace: string; body: Body<Kind> }

/** All references of a definition; used by checks, plan and export. */
export function referencesOf(definition: Parts): Reference[] {
  const { kind, namespace } = definition
  switch (kind) {
    case 'workspace': {
      const body = definition.body as Body<'workspace'>
      const home = body.home ? [page(namespace, body.home)] : []
      return [...inFields(body.parameters, ['parameters']), ...home, ...inRights(body.rights)]
    }
    case 'app':
      return ofApp(definition.body as Body<'app'>)
    case 'extension':
      return inFields((definition.body as Body<'extension'>).fields, ['fields'])
    case 'contract':
      return ofContract(definition.body as Body<'contract'>)
    case 'report': {
      const body = definition.body as Body<'report'>
      return [...inFields(body.columns, ['columns']), ...inQuery(body), ...inRights(body.rights)]
    }
    case 'decision':
      return inRights((definition.body as Body<'decision'>).rights)
    case 'process': {
      const body = definition.body as Body<'process'>
      const { calendar: code } = body
      const own = code
        ? [{ kind: 'calendar', namespace: GLOBAL, code, path: ['calendar'] } as const]
        : []
      return [
        ...inFields(body.variables, ['variables']),
        ...inRights(body.rights),
        ...own,
        ...Object.entries(body.sla).flatMap(([clock, { escalate }]) =>
          escalate.flatMap(({ to }, at) => inSubject(to, ['sla', clock, 'escalate', at, 'to'])),
        ),
      ]
    }
    case 'public-form': {
      const { process } = definition.body as Body<'public-form'>
      return process ? [{ kind: 'process', ...parsePath(process), path: ['process'] }] : []
    }
    case 'calendar':
      return inSubjects((definition.body as Body<'calendar'>).for, ['for'])
    case 'page': {
      const body = definition.body as Body<'page'>
      const widgets = body.widgets.map((placed, at) => ({
        kind: 'widget' as const,
        namespace,
        code: placeOf(placed).widget,
        path: typeof placed === 'string' ? ['widgets', at] : ['widgets', at, 'widget'],
      }))
      return body.app ? [...widgets, app(body.app, ['app'])] : widgets
    }
    case 'module': {
      const { handlers, parameters } = definition.body as Body<'module'>
      return [
        ...inFields(parameters, ['parameters']),
        ...Object.entries(handlers).flatMap(([code, { app: path }]) =>
          path === undefined ? [] : [app(path, ['handlers', code, 'app'])],
        ),
      ]
    }
    case 'widget':
      return widgetTargets(definition.body as Body<'widget'>)
    case 'group':
      return inSubjects((definition.body as Body<'group'>).members, ['members'])
    case 'channel':
      return inSubjects((definition.body as Body<'channel'>).members, ['members'])
    default:
      return []
  }
}

const app = (path: string, at: Path, field?: string): Reference => {
  const { namespace, code } = parsePath(path)
  return { kind: 'app', namespace, code, path: at, ...(field !== undefined && { field }) }
}

/** The app that something lies in: `crm.deals` is the namespace of what `crm/deals` has. */
const appOf = (namespace: string): Reference => app(namespace.replace('.', '/'), [])

const page = (namespace: string, code: string): Reference => ({
  kind: 'page',
  namespace,
  code,
  path: ['home'],
})

const inQuery = ({ query }: Body<'report'>): Reference[] => [
  ...(query?.app ? [app(query.app, ['query', 'app'])] : []),
  ...(query?.contract
    ? [{ kind: 'contract' as const, ...parsePath(query.contract), path: ['query', 'contract'] }]
    : []),
]

const ofApp = (body: Body<'app'>): Reference[] => [
  ...inFields(body.fields, ['fields']),
  ...inRights(body.rights),
  ...Object.entries(body.fieldRights).flatMap(([field, rights]) =>
    inRights(rights, ['fieldRights', field]),
  ),
  ...inSubjects(body.registration?.by ?? [], ['registration', 'by']),
  ...body.transitions.flatMap(({ by = [] }, at) => inSubjects(by, ['transitions', at, 'by'])),
  ...body.locks.flatMap(({ except = [] }, at) => inSubjects(except, ['locks', at, 'except'])),
]

const ofContract = (body: Body<'contract'>): Reference[] => [
  ...inFields(body.fields, ['fields']),
  ...Object.keys(body.apps).map((each) => app(each, ['apps', each])),
]

type Linking = { app?: string; apps?: string[]; columns?: Record<string, FieldDefinition> }

const inFields = (fields: Record<string, FieldDefinition>, path: Path): Reference[] =>
  Object.entries(fields).flatMap(([code, field]) => {
    const { app: target, apps = [], columns } = field as Linking
    const at = [...path, code]
    return [
      ...(target === undefined ? [] : [app(target, [...at, 'app'], code)]),
      ...apps.map((each, index) => app(each, [...at, 'apps', index], code)),
      ...(columns ? inFields(columns, [...at, 'columns']) : []),
    ]
  })

const inRights = (
  rights: Record<string, readonly string[]>,
  path: Path = ['rights'],
): Reference[] => Object.keys(rights).flatMap((subject) => inSubject(subject, [...path, subject]))

const inSubjects = (subjects: readonly string[], path: Path): Reference[] =>
  subjects.flatMap((subject, at) => inSubject(subject, [...path, at]))

/**
 * Users and places in the org chart are found by name when people are applied; groups are
 * definitions, and one without a workspace is the company's.
 */
function inSubject(subject: string, path: Path): Reference[] {
  const [kind, target = ''] = subject.split(':')
  if (kind !== 'group') return []
  const [first = '', second] = target.split('/')
  const home = second === undefined ? GLOBAL : first
  return [{ kind: 'group', namespace: home, code: second ?? first, path }]
}

const SYSTEM_GROUPS = ['administrators', 'all_users']

/** Definitions outside the solution: everything applied before. */
export type AppliedDefinition = Pick<Definition, 'kind' | 'namespace' | 'code' | 'body'> & {
  /** Whoever asks may not see it: no hint names it or a part of it. */
  isClosed?: boolean
}

/** Dangling references and field mappings, each with its location. */
export function checkReferences(
  definitions: readonly LoadedDefinition[],
  others: readonly AppliedDefinition[],
  unread: readonly Identity[] = [],
): Problem[] {
  const hidden = new Set(unread.map(keyOf))
  const all: AppliedDefinition[] = [
    ...definitions,
    ...others.filter((each) => !hidden.has(keyOf(each))),
  ]
  const index = new Map(extendAll(all).map((each) => [keyOf(each), each]))
  const numbered = all.filter(({ kind }) => kind === 'nomenclature')
  const folders = foldersIn(numbered.map(({ body }) => body as Body<'nomenclature'>))
  return definitions.flatMap((definition) => [
    ...referencesOf(definition)
      .filter((reference) => !index.has(keyOf(reference)) && !isSystem(reference))
      .filter((reference) => !hidden.has(keyOf(reference)))
      .map((reference) => missing(definition, reference, [...all.filter(isOpen), ...unread])),
    ...checkHome(definition, index, hidden),
    ...(definition.kind === 'extension' ? checkAdded(definition, others) : []),
    ...(definition.kind === 'contract' ? checkMapping(definition, index) : []),
    ...(definition.kind === 'report' ? checkReportQuery(definition, index) : []),
    ...(definition.kind === 'widget' ? checkWidget(definition, index) : []),
    ...(definition.kind === 'public-form' && !hidden.has(keyOf(appOf(definition.namespace)))
      ? checkForm(definition, index)
      : []),
    ...(unread.some(({ kind }) => kind === 'nomenclature')
      ? []
      : checkFolders(definition, folders)),
  ])
}

export const keyOf = ({ kind, namespace, code }: Pick<Reference, 'kind' | 'namespace' | 'code'>) =>
  `${kind}:${namespace}/${code}`

const isSystem = ({ kind, namespace, code }: Reference) =>
  kind === 'group' && namespace === GLOBAL && SYSTEM_GROUPS.includes(code)

/** What lies in a built-in workspace or app needs it, though it belongs to another solution. */
function checkHome(
  definition: LoadedDefinition,
  index: Index,
  hidden: ReadonlySet<string>,
): Problem[] {
  const [workspace = '', code] = definition.namespace.split('.')
  if (!workspace.startsWith('_')) return []
  const homes: Reference[] = [
    { kind: 'workspace', namespace: workspace, code: workspace, path: [] },
    ...(code === undefined ? [] : [appOf(definition.namespace)]),
  ]
  const gone = homes.find((home) => !index.has(keyOf(home)) && !hidden.has(keyOf(home)))
  return gone ? [missing(definition, gone, [...index.values()].filter(isOpen))] : []
}

/** Fields that the app has itself, or that another solution adds to it. */
function checkAdded(definition: LoadedDefinition, others: readonly AppliedDefinition[]): Problem[] {
  const { namespace } = definition
  const app = others.find((each) => keyOf(each) === keyOf(appOf(namespace)))
  const own = (app?.body as Body<'app'> | undefined)?.fields ?? {}
  const rivals = others.filter((each) => each.kind === 'extension' && each.namespace === namespace)
  const issues = Object.keys((definition.body as Body<'extension'>).fields).flatMap((code) => {
    const rival = rivals.find(({ body }) => Object.hasOwn((body as Body<'extension'>).fields, code))
    const issue = { path: ['fields'], onKey: code }
    if (Object.hasOwn(own, code)) {
      return [{ ...issue, message: `the app has a field "${code}" of its own` }]
    }
    const message = `the solution "${rival?.code}" adds a field "${code}" to this app already`
    return rival ? [{ ...issue, message }] : []
  })
  return locate(definition, issues)
}

function missing(
  { file, source }: LoadedDefinition,
  reference: Reference,
  all: readonly Identity[],
): Problem {
  const { kind, namespace, code, path } = reference
  const names = all.filter((each) => each.kind === kind).map((each) => pathOf(each))
  const message = `there is no ${kind} "${namespace}/${code}"${suggest(pathOf({ namespace, code }), names)}`
  return { file, ...source.location(path), message }
}

const isOpen = ({ isClosed }: AppliedDefinition): boolean => !isClosed

/** Problems with something that is closed say nothing of what it has instead. */
const told = (problems: Problem[], ...of: (AppliedDefinition | undefined)[]): Problem[] =>
  of.some((each) => each?.isClosed)
    ? problems.map((problem) => ({ ...problem, message: withoutHint(problem.message) }))
    : problems

function checkMapping(
  definition: LoadedDefinition,
  index: Map<string, AppliedDefinition>,
): Problem[] {
  const { fields, apps } = definition.body as Body<'contract'>
  return Object.entries(apps).flatMap(([path, mapping]) => {
    const found = index.get(keyOf(app(path, [])))
    const target = found?.body as Body<'app'> | undefined
    if (!target) return []
    const problems = Object.entries(mapping).flatMap(([own, theirs]) => {
      const place = { file: definition.file, ...definition.source.location(['apps', path, own]) }
      const field = theirs === '__name' ? { type: 'STRING' } : target.fields[theirs]
      if (!field) {
        const message = `the app ${path} has no field "${theirs}"${suggest(theirs, Object.keys(target.fields))}`
        return [{ ...place, message }]
      }
      const wanted = fields[own]?.type
      return wanted === undefined || field.type === wanted
        ? []
        : [{ ...place, message: `"${own}" is ${wanted}, but ${path} "${theirs}" is ${field.type}` }]
    })
    return told(problems, found)
  })
}

type Index = Map<string, AppliedDefinition>
type Sourced = { app?: string | undefined; contract?: string | undefined }

/** The app or the contract that something is made of. */
const sourceIn = ({ app: path, contract }: Sourced, index: Index) => {
  if (path !== undefined) return index.get(keyOf(app(path, [])))
  return contract === undefined
    ? undefined
    : index.get(keyOf({ kind: 'contract', ...parsePath(contract) }))
}

/** A report that is put together from an app or a contract has columns of it. */
function checkReportQuery(definition: LoadedDefinition, index: Index): Problem[] {
  const { query, columns } = definition.body as Body<'report'>
  const target = query && sourceIn(query, index)
  if (!target) return []
  const { fields } = target.body as Body<'app' | 'contract'>
  return told(locate(definition, checkQuery(query, columns, fields)), target)
}

function checkWidget(definition: LoadedDefinition, index: Index): Problem[] {
  const widget = definition.body as Body<'widget'>
  if (!isWidgetType(widget.type)) return []
  const { report } = widget.settings as { report?: string }
  const target = sourceIn(widget.settings as Sourced, index)
  const shown = report && index.get(keyOf({ kind: 'report', ...parsePath(report) }))
  const problems = locate(definition, [
    ...(target ? checkWidgetFields(widget, target.body as Body<'app' | 'contract'>) : []),
    ...(shown ? checkWidgetReport(widget, shown.body as Body<'report'>) : []),
  ])
  return told(problems, target, shown || undefined)
}

function checkForm(definition: LoadedDefinition, index: Index): Problem[] {
  const { body, namespace } = definition
  const target = index.get(keyOf(appOf(namespace)))
  if (!target) {
    return locate(definition, [{ path: [], message: `there is no app "${namespace}"` }])
  }
  const form = body as Body<'public-form'>
  const { fields } = target.body as Body<'app'>
  const process = form.process && index.get(keyOf({ kind: 'process', ...parsePath(form.process) }))
  const issues = checkPublicForm(form, fields)
  if (process && !linksTo(process.body as Body<'process'>, namespace.replace('.', '/'))) {
    issues.push({ path: ['process'], message: 'it has no variable that links to the app' })
  }
  return told(locate(definition, issues), target)
}

const linksTo = ({ variables }: Body<'process'>, path: string): boolean =>
  Object.values(variables).some((field) => (field as Linking).app === path)

/** Folders that documents are to be registered in, and counters that are to be shared. */
function checkFolders({ kind, body, file, source }: LoadedDefinition, folders: Folders): Problem[] {
  const found =
    kind === 'app'
      ? checkAppFolders(body as Body<'app'>, folders)
      : kind === 'nomenclature'
        ? checkShared(body as Body<'nomenclature'>, folders)
        : []
  return locate({ file, source }, found)
}
