import type { Form } from './forms.ts'
import type { Body } from './kinds.ts'

type Extension = Body<'extension'>

/** Allowed, because programs expect such codes; but a later release may bring the same one. */
export const likeBuiltIn = (code: string): string =>
  `"${code}" looks like a code of the system: a later release may bring one of the same name`

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
