import type { Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { readHolidays } from '../lib/holidays.ts'
import { inWords } from '../lib/zod-words.ts'
import { checkViews } from './check-views.ts'
import { checkExtension } from './extension.ts'
import { type FieldDefinition, toFields } from './field.ts'
import { checkFieldRights } from './field-rights.ts'
import { checkForms } from './forms.ts'
import type { Body, Kind } from './kinds.ts'
import type { LoadedDefinition } from './load.ts'
import { checkLocks } from './locks.ts'
import { checkScripts } from './module.ts'
import { checkNomenclature } from './nomenclature.ts'
import { checkReportViews, parametersIn } from './report-query.ts'
import { checkSla } from './sla.ts'
import { checkSource, type Issue, type Path, type Problem, type Source } from './source.ts'
import { splitSql } from './sql-parameters.ts'
import { checkTransitions } from './transitions.ts'
import { checkWidgetType } from './widget-references.ts'
import { isWidgetType, widgetSchema } from './widgets.ts'

type Check<K extends Kind> = (body: Body<K>) => Issue[]

/** Rules for one file that its schema cannot express. */
const checks: { [K in Kind]?: Check<K> } = {
  workspace: ({ parameters }) => checkWithSecrets(parameters),
  app: (app) => [
    ...checkFields(app.fields, ['fields']),
    ...checkStatuses(app.statuses),
    ...checkTransitions(app),
    ...checkLocks(app),
    ...checkForms(app),
    ...checkViews(app),
    ...checkNameTemplate(app.nameTemplate, Object.keys(app.fields), ['nameTemplate']),
    ...checkKnown(app.externalKeys, Object.keys(app.fields), ['externalKeys']),
    ...checkFieldRights(app),
  ],
  extension: (extension) => [
    ...checkFields(extension.fields, ['fields']),
    ...checkExtension(extension),
  ],
  contract: (contract) => [
    ...checkFields(contract.fields, ['fields']),
    ...Object.entries(contract.apps).flatMap(([app, mapping]) =>
      checkKeys(mapping, Object.keys(contract.fields), ['apps', app]),
    ),
    ...(contract.default === undefined || contract.default in contract.apps
      ? []
      : [
          {
            path: ['default'],
            message: `the default app "${contract.default}" is not among "apps"`,
          },
        ]),
  ],
  report: (report) => [
    ...checkFields(report.columns, ['columns']),
    ...(Object.keys(report.columns).length === 0
      ? [{ path: ['columns'], message: 'a report needs at least one column' }]
      : []),
    ...checkFields(report.parameters, ['parameters']),
    ...((report.sql === undefined) === (report.query === undefined)
      ? [{ path: [], message: 'a report has either "sql" or "query"' }]
      : []),
    ...checkKnown([...new Set(splitSql(report.sql ?? '').codes)], Object.keys(report.parameters), [
      'sql',
    ]),
    ...checkParameters(report),
    ...checkDrawing(report),
    ...checkReportViews(report),
  ],
  process: (process) => [
    ...checkFields(process.variables, ['variables']),
    ...checkNameTemplate(process.nameTemplate, Object.keys(process.variables), ['nameTemplate']),
    ...checkSla(process.sla),
    ...(process.onePerItem &&
    Object.values(process.variables).every(({ type }) => type !== 'SYS_COLLECTION')
      ? [{ path: ['onePerItem'], message: 'the process has no variable of type SYS_COLLECTION' }]
      : []),
  ],
  module: (module) => [
    ...checkWithSecrets(module.parameters),
    ...Object.entries(module.actions).flatMap(([code, { input, output, variables }]) => [
      ...checkFields(input, ['actions', code, 'input']),
      ...checkFields(output, ['actions', code, 'output']),
      ...checkFields(variables, ['actions', code, 'variables']),
    ]),
    ...checkScripts(module),
  ],
  widget: checkWidgetType,
  'org-chart': ({ departments }) => checkOrgChart(departments),
  nomenclature: checkNomenclature,
}

export function checkBody(definition: LoadedDefinition): Problem[] {
  const { kind, body, file, source, attachments, attached } = definition
  const check = checks[kind] as Check<Kind> | undefined
  return [
    ...locate(definition, check?.(body) ?? []),
    ...(kind === 'widget' ? checkSettings(file, source, body as Body<'widget'>) : []),
    ...readHolidays(attachments.holidays?.toString('utf8') ?? 'BEGIN:VCALENDAR').problems.map(
      (problem) => ({ file: attached.holidays ?? '', column: 1, ...problem }),
    ),
  ]
}

/** Issues with their places in the file. */
export const locate = (
  { file, source }: Pick<LoadedDefinition, 'file' | 'source'>,
  issues: readonly Issue[],
): Problem[] =>
  issues.map(({ path, onKey, ...found }) => ({
    file,
    ...(onKey === undefined ? source.location(path) : source.keyLocation(path, onKey)),
    ...found,
  }))

const checkSettings = (file: string, source: Source, { type }: Body<'widget'>): Problem[] =>
  isWidgetType(type) ? checkSource(file, source, widgetSchema(type)).problems : []

function checkParameters({ query, parameters }: Body<'report'>): Issue[] {
  const known = Object.keys(parameters)
  return parametersIn(query?.filter, ['query', 'filter'])
    .filter(([code]) => !known.includes(code))
    .map(([code, path]) => ({
      path,
      message: `there is no parameter "${code}"${suggest(code, known)}`,
    }))
}

/** A chart and a pivot are made of columns. */
function checkDrawing({ chart, pivot, columns }: Body<'report'>): Issue[] {
  const known = Object.keys(columns)
  const named: [string, Path][] = [
    ...(chart ? [[chart.along, ['chart', 'along']] as [string, Path]] : []),
    ...(chart?.values ?? []).map((code, at): [string, Path] => [code, ['chart', 'values', at]]),
    ...(pivot === undefined ? [] : [[pivot, ['pivot']] as [string, Path]]),
  ]
  return named
    .filter(([code]) => !known.includes(code))
    .map(([code, path]) => ({ path, message: `unknown column "${code}"${suggest(code, known)}` }))
}

function checkFields(fields: Record<string, FieldDefinition>, path: Path): Issue[] {
  return toFields(fields).flatMap((field) => {
    const type = fieldTypeOf(field.type)
    const at = [...path, field.code]
    const problems: Issue[] = []
    if (field.unique && !type.uniqueKey) {
      problems.push({
        path: [...at, 'unique'],
        message: `a field of type ${field.type} cannot be unique`,
      })
    }
    if (field.indexed && !type.index) {
      problems.push({
        path: [...at, 'indexed'],
        message: `a field of type ${field.type} cannot be indexed`,
      })
    }
    if (field.type === 'CATEGORY' && Object.keys(field.options ?? {}).length === 0) {
      problems.push({ path: [...at, 'options'], message: 'a choice needs at least one option' })
    }
    // Whose values would they be?
    for (const old of field.renamedFrom ?? []) {
      if (old === field.code || !Object.hasOwn(fields, old)) continue
      problems.push({
        path: [...at, 'renamedFrom'],
        message: `"${old}" is a field again: publish the renaming first, then remove it here`,
      })
    }
    if (field.default !== undefined && field.default !== null)
      problems.push(...checkDefault(field, at))
    return problems
  })
}

/** The parameters of a workspace or a module. */
function checkWithSecrets(parameters: Record<string, FieldDefinition>): Issue[] {
  const secrets = toFields(parameters).filter(({ secret }) => secret === true)
  return [
    ...checkFields(parameters, ['parameters']),
    ...secrets
      .filter((field) => field.default !== undefined)
      .map(({ code }) => ({
        path: ['parameters', code, 'default'],
        message: 'a secret has no default: whoever reads the files would know it',
      })),
  ]
}

function checkDefault(field: Field, path: Path): Issue[] {
  const parsed = fieldTypeOf(field.type).value(field).safeParse(field.default, { error: inWords })
  if (parsed.success) return []
  const why = parsed.error.issues[0]?.message ?? ''
  return [{ path: [...path, 'default'], message: `the default does not fit ${field.type}: ${why}` }]
}

function checkStatuses(groups: Body<'app'>['statuses']): Issue[] {
  const statuses = groups.flatMap((group, at) =>
    group.statuses.map((status, index) => ({
      ...status,
      path: ['statuses', at, 'statuses', index],
    })),
  )
  return [
    ...checkDoubles(groups, ['statuses']),
    ...statuses
      .filter((each, at) => statuses.findIndex(({ id }) => id === each.id) < at)
      .map(({ id, path }) => ({
        path: [...path, 'id'],
        message: `the status id ${id} is used twice`,
      })),
    ...statuses
      .filter((each, at) => statuses.findIndex(({ code }) => code === each.code) < at)
      .map(({ code, path }) => ({
        path: [...path, 'code'],
        message: `the status "${code}" is there twice`,
      })),
  ]
}

const SYSTEM = ['__index', '__createdAt', '__createdBy', '__id']

const checkNameTemplate = (template = '', codes: string[], path: Path): Issue[] =>
  [...template.matchAll(/\{\$([^}]*)\}/g)]
    .map(([, code = '']) => code.split('.')[0] ?? '')
    .filter((code) => ![...SYSTEM, ...codes].includes(code))
    .map((code) => ({
      path,
      message: `unknown field "${code}"${suggest(code, [...codes, ...SYSTEM])}`,
    }))

const checkKnown = (given: readonly string[], known: string[], path: Path): Issue[] =>
  given
    .map((code, at) => ({ code, path: path[0] === 'sql' ? path : [...path, at] }))
    .filter(({ code }) => !known.includes(code))
    .map(({ code, path: at }) => ({
      path: at,
      message: `unknown field "${code}"${suggest(code, known)}`,
    }))

const checkKeys = (mapping: Record<string, string>, known: string[], path: Path): Issue[] =>
  Object.keys(mapping)
    .filter((code) => !known.includes(code))
    .map((code) => ({
      path,
      onKey: code,
      message: `unknown field "${code}"${suggest(code, known)}`,
    }))

const checkDoubles = (items: readonly { code: string }[], path: Path): Issue[] =>
  items.flatMap((item, at) =>
    items.findIndex(({ code }) => code === item.code) < at
      ? [{ path: [...path, at, 'code'], message: `the code "${item.code}" is there twice` }]
      : [],
  )

type Department = Body<'org-chart'>['departments'][number]

function checkOrgChart(departments: Department[]): Issue[] {
  const seen = new Set<string>()
  const visit = (list: Department[], path: Path): Issue[] =>
    list.flatMap((department, at) => [
      ...once(department.code, [...path, at, 'code']),
      ...department.positions.flatMap(({ code }, index) =>
        once(code, [...path, at, 'positions', index, 'code']),
      ),
      ...visit(department.departments, [...path, at, 'departments']),
    ])
  const once = (code: string, path: Path): Issue[] => {
    if (seen.has(code)) return [{ path, message: `the code "${code}" is there twice` }]
    seen.add(code)
    return []
  }
  return visit(departments, ['departments'])
}
