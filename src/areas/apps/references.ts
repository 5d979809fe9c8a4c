import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { wrongValue } from '../../fields/values.ts'
import { newId } from '../../lib/ids.ts'

type Json = Record<string, unknown>

const PREFIX = '$ref/'

/** Temporary names by which items of one request refer to each other: `$ref/acme`. */
export class References {
  readonly #ids = new Map<string, string>()

  /** The context with a real `__id` in place of a temporary name. */
  declare(context: Json): Json {
    const { __id: name } = context
    if (!isReference(name)) return context
    if (this.#ids.has(name)) throw wrongValue('__id', `two items are called ${name}`)
    const id = newId()
    this.#ids.set(name, id)
    return { ...context, __id: id }
  }

  /** The context with real ids in every link; text in other fields is left alone. */
  resolve({ fields }: Pick<StoredApp, 'fields'>, context: Json): Json {
    const links = fields
      .filter(({ code }) => Object.hasOwn(context, code))
      .map((field) => [field.code, this.#replace(field, context[field.code])])
    return { ...context, ...Object.fromEntries(links) }
  }

  #replace(field: Field, value: unknown): unknown {
    switch (field.type) {
      case 'SYS_COLLECTION':
        return each(value, (link) => this.#idOf(link, field))
      case 'REF_ITEM':
        return each(value, (link) =>
          isObject(link) ? { ...link, id: this.#idOf(link.id, field) } : link,
        )
      case 'TABLE':
        return isObject(value) ? { ...value, rows: this.#inRows(field, value.rows) } : value
      default:
        return value
    }
  }

  #inRows(table: Field, rows: unknown): unknown {
    const columns = table.columns as Record<string, Omit<Field, 'code'>>
    const fields = Object.entries(columns).map(([code, column]) => ({ ...column, code }) as Field)
    return each(rows, (row) => (isObject(row) ? this.resolve({ fields }, row) : row))
  }

  #idOf(value: unknown, { code }: Field): unknown {
    if (!isReference(value)) return value
    const id = this.#ids.get(value)
    if (id === undefined) throw wrongValue(code, `no item is called ${value}`)
    return id
  }
}

const isReference = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(PREFIX) && value.length > PREFIX.length

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const each = (value: unknown, change: (member: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : value
