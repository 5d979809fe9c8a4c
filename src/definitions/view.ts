import type { Field } from '../fields/field-type.ts'
import { limitForm, namesOne } from './forms.ts'
import { limitSettings } from './hidden-fields.ts'
import type { Body } from './kinds.ts'
import type { StoredApp, StoredDefinition } from './snapshot.ts'

/** Who may do what with a field, as it is granted: `crm/deals/margin`. */
export type FieldGrant = { object: string; right: string; subject: string }

/** The fields that field rights hide from a caller or make read-only. */
export type Limits = { hidden: ReadonlySet<string>; readOnly: ReadonlySet<string> }

/** The hidden and the read-only fields of a caller. The most generous grant wins. */
export function limitsOf(
  { namespace, code, body }: StoredDefinition<'app'>,
  subjects: ReadonlySet<string>,
  grants: readonly FieldGrant[],
): Limits {
  const hidden = new Set<string>()
  const readOnly = new Set<string>()
  for (const field of Object.keys(body.fieldRights)) {
    const object = `${namespace}/${code}/${field}`
    const own = grants.filter((each) => each.object === object && subjects.has(each.subject))
    if (own.length === 0) hidden.add(field)
    else if (!own.some(({ right }) => right === 'update')) readOnly.add(field)
  }
  return { hidden, readOnly }
}

export const isLimited = ({ hidden, readOnly }: Limits): boolean =>
  hidden.size > 0 || readOnly.size > 0

/** A cache key for a set of limits. */
export const limitsKey = ({ hidden, readOnly }: Limits): string =>
  `${[...hidden].join()};${[...readOnly].join()}`

/** An app as if the hidden fields had never been defined. */
export function limitApp(whole: StoredApp, { hidden, readOnly }: Limits): StoredApp {
  const { body } = whole
  const shown = (codes: readonly string[]) => codes.filter((code) => !hidden.has(code))
  const fields = whole.fields.filter(({ code }) => !hidden.has(code))
  const columns = shown(body.columns ?? [])
  const views = limitViews(body.views ?? {}, hidden)
  const { columns: _, defaultView, ...rest } = body
  return {
    ...whole,
    body: {
      ...rest,
      fields: without(body.fields, hidden),
      fieldRights: without(body.fieldRights, hidden),
      externalKeys: shown(body.externalKeys),
      forms: mapValues(body.forms, (form) => form && limitForm(form, hidden)),
      ...(columns.length > 0 && { columns }),
      views,
      ...(defaultView !== undefined && defaultView in views && { defaultView }),
    },
    fields,
    byCode: new Map(fields.map((field): [string, Field] => [field.code, field])),
    whole,
    readOnly,
  }
}

const mapValues = <T extends object>(
  given: T,
  change: (value: T[keyof T]) => T[keyof T] | undefined,
): T =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, change(value as T[keyof T])]),
  ) as T

type Views = NonNullable<Body<'app'>['views']>
type Codes = ReadonlySet<string>

/** What a view adds with a hidden field is left out; a view that is made of one is removed. */
function limitViews(views: Views, hidden: ReadonlySet<string>): Views {
  return Object.fromEntries(
    Object.entries(views).flatMap(([code, { name, type, ...settings }]) => {
      const limited = limitSettings(
        Object.fromEntries(
          Object.entries(limitParts(settings, hidden)).filter(
            ([key, value]) => !ADDED.includes(key) || !hidden.has(String(value)),
          ),
        ),
        hidden,
      )
      return limited ? [[code, { name, type, ...limited } as Views[string]]] : []
    }),
  )
}

/** Settings of a view that can be left out. */
const ADDED = ['sumOf', 'colourBy', 'until', 'lanes', 'image']

type Parts = Pick<Extract<Views[string], { type: 'table' }>, 'summaries' | 'colours'>

/** Without the summaries of hidden fields, and the colours that depend on them. */
function limitParts<T extends Parts>({ summaries, colours, ...rest }: T, hidden: Codes): object {
  return {
    ...rest,
    ...(summaries && { summaries: without(summaries, hidden) }),
    ...(colours && { colours: colours.filter(({ when }) => !namesOne(when, hidden)) }),
  }
}

/** Whether fields of an app are hidden from the caller. */
export const hidesFields = (app: StoredApp): boolean => app.fields.length < app.whole.fields.length

const without = <T>(record: Record<string, T>, codes: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([code]) => !codes.has(code)))
