import { z } from 'zod'
import { parsePath } from '../../lib/app-path.ts'
import { AppPath, FieldCode, Name } from '../../lib/codes.ts'
import { suggest } from '../../lib/did-you-mean.ts'
import { description } from '../common.ts'
import { Fields } from '../field.ts'
import { checkFields } from '../field-checks.ts'
import type { DefinitionKind } from '../kind.ts'
import { forReaders, inFields, toDefinition } from '../reference.ts'
import type { Issue } from '../source.ts'

const Contract = z.strictObject({
  name: Name,
  description,
  fields: Fields,
  apps: z
    .record(AppPath, z.record(FieldCode, FieldCode.or(z.literal('__name'))))
    .describe('implementing apps: contract field to field of the app'),
  default: AppPath.optional().describe('app in which the contract itself creates items'),
})
type Contract = z.output<typeof Contract>

export const contract: DefinitionKind<typeof Contract> = {
  schema: Contract,
  files: ['workspaces/{workspace}/contracts/{code}'],
  fields: ['fields'],
  references: ({ fields, apps }) => [
    ...inFields(fields, ['fields']),
    ...Object.keys(apps).map((each) => toDefinition('app', each, ['apps', each])),
  ],
  check: ({ fields, apps, default: chosen }) => [
    ...checkFields(fields, ['fields']),
    ...Object.entries(apps).flatMap(([app, mapping]) =>
      checkKeys(mapping, Object.keys(fields), ['apps', app]),
    ),
    ...(chosen === undefined || chosen in apps
      ? []
      : [{ path: ['default'], message: `the default app "${chosen}" is not among "apps"` }]),
  ],
  checkAmong: ({ body: { fields, apps } }, { find }) =>
    Object.entries(apps).flatMap(([path, mapping]) => {
      const app = find('app', parsePath(path))
      return app
        ? forReaders(checkMapping(path, { mapping, fields, theirs: app.body.fields }), app)
        : []
    }),
  limit: (body, hidden) => {
    if (!Object.keys(body.apps).some((path) => hidden.has(path))) return body
    const apps = Object.entries(body.apps).map(([path, mapping]) => {
      const shown = Object.entries(mapping).filter(([, theirs]) => !hidden.get(path)?.has(theirs))
      return [path, Object.fromEntries(shown)]
    })
    return { ...body, apps: Object.fromEntries(apps) }
  },
}

type Mapping = {
  mapping: Contract['apps'][string]
  fields: Contract['fields']
  /** The fields of the app. */
  theirs: Contract['fields']
}

const checkMapping = (path: string, { mapping, fields, theirs }: Mapping): Issue[] =>
  Object.entries(mapping).flatMap(([own, code]) => {
    const at = ['apps', path, own]
    const field = code === '__name' ? { type: 'STRING' } : theirs[code]
    if (!field) {
      const hint = suggest(code, Object.keys(theirs))
      return [{ path: at, message: `the app ${path} has no field "${code}"${hint}` }]
    }
    const type = fields[own]?.type
    return type === undefined || field.type === type
      ? []
      : [{ path: at, message: `"${own}" is ${type}, but ${path} "${code}" is ${field.type}` }]
  })

const checkKeys = (mapping: Record<string, string>, known: string[], path: string[]): Issue[] =>
  Object.keys(mapping)
    .filter((code) => !known.includes(code))
    .map((code) => ({
      path,
      onKey: code,
      message: `unknown field "${code}"${suggest(code, known)}`,
    }))
