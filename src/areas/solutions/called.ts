import { type Called, type CalledParts, calledIn, spokenOf } from '../../definitions/called.ts'
import { pathOf } from '../../lib/app-path.ts'

type Written = { kind: string; namespace: string; code: string; written: unknown }
type Sides = { before?: Written | undefined; after?: Written | undefined }

/** The names of a definition and of its parts that are mentioned, for people. */
export function calledOf(
  { before, after }: Sides,
  definitions: readonly Written[],
  spoken: unknown,
): { name?: Called; names: CalledParts } {
  const body = plainOf(after ?? before) as { name?: Called } | null
  const name = body?.name
  const all = {
    ...calledOutside(definitions, (after ?? before)?.namespace ?? ''),
    ...calledIn(plainOf(before)),
    ...calledIn(body),
  }
  return { ...(name !== undefined && { name }), names: spokenOf(all, spoken) }
}

/** Texts by language are plain only as JSON. */
const plainOf = (definition: Written | undefined): unknown =>
  JSON.parse(JSON.stringify(definition?.written ?? null))

/** Widgets of pages and groups with rights are definitions of their own. */
function calledOutside(definitions: readonly Written[], namespace: string): CalledParts {
  const called: CalledParts = {}
  for (const each of definitions) {
    const isOf = (kind: string) => each.kind === kind
    if (!isOf('group') && !(isOf('widget') && each.namespace === namespace)) continue
    const { name } = plainOf(each) as { name?: Called }
    const key = isOf('group') ? `rights.group:${pathOf(each)}` : `widgets.${each.code}`
    if (name !== undefined) called[key] = name
  }
  return called
}
