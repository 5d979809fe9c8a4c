import type { Body } from '../../../definitions/kinds.ts'
import { pathOf } from '../../../lib/app-path.ts'
import type { Draft } from '../plan.ts'
import { ownerOf, type Renaming } from './rename-context.ts'

type App = Body<'app'>
type Codes = [from: string, to: string]

/** What a publication renames in apps: it is what personal views have to follow. */
export const renamingsOf = (drafts: readonly Draft[]): Renaming[] =>
  drafts.flatMap((draft): Renaming[] => {
    const { table, steps } = draft
    if (!table?.before || !table.after) return []
    const owner = ownerOf({ kind: 'app', ...table })
    const [old, wanted] = [table.before.body, table.after]
    const fields = steps.flatMap((step): Codes[] =>
      step.do === 'rename field' ? [[step.from.code, step.to.code]] : [],
    )
    return [
      ...fields.map(([from, to]) => ({ what: 'field', owner, from, to }) as const),
      ...statuses(old, wanted).map(([from, to]) => ({ what: 'status', owner, from, to }) as const),
      ...options(old, wanted).map((each) => ({ what: 'option', owner, ...each }) as const),
    ]
  })

/** Fields of apps that get another code, each app by its path. */
export const renamedFields = (drafts: readonly Draft[]) =>
  drafts.flatMap(({ table, steps }) =>
    steps.flatMap((step) =>
      table && step.do === 'rename field'
        ? [{ app: pathOf(table), from: step.from.code, to: step.to.code }]
        : [],
    ),
  )

/** A status is its number. */
function statuses(old: App, wanted: App): Codes[] {
  const all = ({ statuses: groups }: App) => groups.flatMap((group) => group.statuses)
  return all(wanted).flatMap(({ id, code }): Codes[] => {
    const before = all(old).find((status) => status.id === id)
    return before && before.code !== code ? [[before.code, code]] : []
  })
}

type Recoded = { renamedOptions?: Record<string, string> }

/** Those that are there no more under their old codes. */
const options = (old: App, { fields }: App) =>
  Object.entries(fields as Record<string, Recoded>).flatMap(([field, { renamedOptions }]) =>
    Object.entries(renamedOptions ?? {})
      .filter(([, from]) => hasOption(old, field, from) && !hasOption({ fields }, field, from))
      .map(([to, from]) => ({ field, from, to })),
  )

const hasOption = ({ fields }: Pick<App, 'fields'>, field: string, code: string): boolean =>
  Object.hasOwn((fields[field] as { options?: object } | undefined)?.options ?? {}, code)
