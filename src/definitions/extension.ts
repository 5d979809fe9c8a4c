import { z } from 'zod'
import { parsePath } from '../lib/app-path.ts'
import { FieldCode } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'
import { Fields } from './field.ts'
import type { Form } from './forms.ts'
import type { Body } from './kinds.ts'
import type { Issue } from './source.ts'

/** What a solution adds to a built-in app. */
export const Extension = z.strictObject({
  fields: Fields,
  create: z
    .array(naming(FieldCode, 'field'))
    .default([])
    .describe('those that the form for new items asks for, after the ones of the app'),
})
type Extension = z.output<typeof Extension>

/** An extension lies in its app: `_clients._companies` is the namespace of what `_clients/_companies` has. */
export const extendedApp = (namespace: string): { namespace: string; code: string } =>
  parsePath(namespace.replace('.', '/'))

/** Allowed, because programs expect such codes; but a later release may bring the same one. */
export const likeBuiltIn = (code: string): string =>
  `"${code}" looks like a code of the system: a later release may bring one of the same name`

export const checkExtension = ({ fields, create }: Extension): Issue[] => [
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

type Part = { kind: string; namespace: string; code: string; body: unknown }

/** All definitions, each app with what the extensions among them add to it. */
export function extendAll<P extends Part>(parts: readonly P[]): P[] {
  const extensions = Map.groupBy(
    parts.filter(({ kind }) => kind === 'extension'),
    ({ namespace }) => namespace,
  )
  if (extensions.size === 0) return [...parts]
  return parts.map((part) => {
    const own = part.kind === 'app' && extensions.get(`${part.namespace}.${part.code}`)
    return own ? { ...part, body: extend(part.body as Body<'app'>, bodiesOf(own)) } : part
  })
}

/** In the order of the solutions, whoever came first. */
const bodiesOf = (extensions: readonly Part[]): Extension[] =>
  extensions
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(({ body }) => body as Extension)

type Extended = Pick<Body<'app'>, 'fields' | 'forms'>

/** An app with what extensions add to it. */
function extend<App extends Extended>(app: App, extensions: readonly Extension[]): App {
  const { fields, forms } = app
  const added = extensions.flatMap(({ create }) => create)
  return {
    ...app,
    fields: Object.assign({}, fields, ...extensions.map((each) => each.fields)),
    forms: { ...forms, ...(forms.create && { create: withFields(forms.create, added) }) },
  }
}

function withFields(form: Form, added: readonly string[]): Form {
  if (added.length === 0) return form
  if (Array.isArray(form)) return [...form, ...added]
  const section = { fields: [...added] }
  if (form.sections) return { ...form, sections: [...form.sections, section] }
  const [first, ...rest] = form.tabs ?? []
  return first
    ? { ...form, tabs: [{ ...first, sections: [...first.sections, section] }, ...rest] }
    : form
}
