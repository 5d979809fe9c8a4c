import { z } from 'zod'
import { FieldCode } from '../../lib/codes.ts'
import { naming } from '../../lib/naming.ts'
import { likeBuiltIn } from '../extension.ts'
import { Fields } from '../field.ts'
import { checkFields } from '../field-checks.ts'
import type { Around, DefinitionKind } from '../kind.ts'
import { appAround, inFields } from '../reference.ts'
import type { Issue } from '../source.ts'

/** What a solution adds to a built-in app. */
const Extension = z.strictObject({
  fields: Fields,
  create: z
    .array(naming(FieldCode, 'field'))
    .default([])
    .describe('those that the form for new items asks for, after the ones of the app'),
})

export const extension: DefinitionKind<typeof Extension> = {
  schema: Extension,
  // Its code is that of the solution, as each may add to the same app.
  files: ['workspaces/{workspace}/apps/{app}/extension'],
  code: '',
  fields: ['fields'],
  references: ({ fields }) => inFields(fields, ['fields']),
  check: (body) => [...checkFields(body.fields, ['fields']), ...checkExtension(body)],
  checkAmong: ({ body, namespace }, around) =>
    checkAdded(Object.keys(body.fields), namespace, around),
}

const checkExtension = ({ fields, create }: z.output<typeof Extension>): Issue[] => [
  ...Object.keys(fields)
    .filter((code) => code.startsWith('_'))
    .map((code) => ({
      path: ['fields'],
      onKey: code,
      message: likeBuiltIn(code),
      severity: 'warning' as const,
    })),
  ...create.flatMap((code, at) =>
    Object.hasOwn(fields, code)
      ? []
      : [{ path: ['create', at], message: `unknown field "${code}"` }],
  ),
]

/** Fields that the app has itself, or that another solution adds to it. */
function checkAdded(codes: string[], namespace: string, { others }: Around): Issue[] {
  const home = appAround(namespace)
  const app = others.find(
    (each) => each.kind === 'app' && each.namespace === home.namespace && each.code === home.code,
  )
  const rivals = others.filter((each) => each.kind === 'extension' && each.namespace === namespace)
  const has = (each: Around['others'][number] | undefined, code: string) =>
    Object.hasOwn((each?.body as { fields?: object } | undefined)?.fields ?? {}, code)
  return codes.flatMap((code) => {
    const rival = rivals.find((each) => has(each, code))
    const issue = { path: ['fields'], onKey: code }
    if (has(app, code)) return [{ ...issue, message: `the app has a field "${code}" of its own` }]
    const message = `the solution "${rival?.code}" adds a field "${code}" to this app already`
    return rival ? [{ ...issue, message }] : []
  })
}
