import { ClientError } from '../client/client.ts'
import { isId } from '../lib/ids.ts'
import type { fieldsOf } from './fields.ts'
import { type Kontor, placeOf, type Result } from './tool.ts'

type Field = Awaited<ReturnType<typeof fieldsOf>>['fields'][number]
/** The app that each link field points to, as workspace/app. */
type Links = Record<string, string>
type Named = { result: { result: { __id: string; __name?: unknown }[] } }

const MOST = 200
/** Ids of the object itself and of stored bytes: they have no name of their own. */
const NAMELESS = new Set(['__id', 'id', 'hash', '__debugId'])

export const linksOf = (fields: readonly Field[]): Links =>
  Object.fromEntries(
    fields.flatMap(({ code, type, data }) =>
      type === 'SYS_COLLECTION' ? [[code, `${data.namespace}/${data.code}`]] : [],
    ),
  )

/** Adds `names`, from id to name, for the people and items in a result: tools take ids, people read names. */
export async function withNames(
  kontor: Kontor,
  result: Result,
  links: Links = {},
): Promise<Result> {
  const bySource = new Map<string, Set<string>>()
  collect(result, '', (key, id) => {
    const source = links[key] ?? 'people'
    bySource.set(source, (bySource.get(source) ?? new Set()).add(id))
  })
  const parts = await Promise.all(
    [...bySource].map(([source, ids]) => findNames(kontor, source, [...ids].slice(0, MOST))),
  )
  const names = Object.assign({}, ...parts)
  return Object.keys(names).length === 0 ? result : { ...result, names }
}

function collect(value: unknown, key: string, add: (key: string, id: string) => void): void {
  if (typeof value === 'string') {
    if (isId(value) && !NAMELESS.has(key)) add(key, value)
    return
  }
  if (Array.isArray(value)) for (const each of value) collect(each, key, add)
  else if (typeof value === 'object' && value !== null)
    for (const [code, each] of Object.entries(value)) collect(each, code, add)
}

/** What the caller may not read has no name. */
export async function findNames(
  kontor: Kontor,
  source: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const input = { ids: [...ids], fields: { __name: true }, size: ids.length, total: false }
  try {
    const { result }: Named =
      source === 'people'
        ? await kontor.users.list({ input })
        : await kontor.apps.listItems({ params: placeOf(source), input })
    return Object.fromEntries(result.result.map(({ __id, __name }) => [__id, String(__name)]))
  } catch (error) {
    if (error instanceof ClientError) return {}
    throw error
  }
}
