import type { ScriptField } from './environment.ts'
import type { Any, Kit } from './kit.ts'

/** Values of the API as scripts see them, and back. Runs in the sandbox. */
export function codec(kit: Kit) {
  const { Datetime, TDate, TTime, Duration, Money } = kit

  /** The rows of a table field. */
  class Table extends Array<Any> {
    static override get [Symbol.species]() {
      return Array
    }

    insert(at?: number) {
      const row = {}
      this.splice(at ?? this.length, 0, row)
      return row
    }

    delete(at: number) {
      this.splice(at, 1)
    }

    get result(): never {
      throw new Error('table.result is not supported here')
    }
  }

  const times: Record<string, (wire: string) => Any> = {
    datetime: (wire) => new Datetime(wire),
    date: (wire) => new Datetime(wire).getDate(),
    time: (wire) => new Datetime(wire.replace('0001-', '2001-')).getTime(),
  }

  const manyOf = (wire: Any): Any[] => (Array.isArray(wire) ? wire : [wire])

  /** One value or a list of them, depending on the field. */
  const members = ({ single, data }: ScriptField, wire: Any, read: (each: Any) => Any): Any => {
    const all = manyOf(wire).map(read)
    return single || data.multiple === false ? all[0] : all
  }

  const statusOf = (field: ScriptField, { status, order }: Any) => {
    const known = ((field.data.statusItems as Any[]) ?? []).find(({ id }) => id === status)
    return { ...known, id: status, status, order }
  }

  const tableOf = (field: ScriptField, { rows }: Any) => {
    const table = new Table()
    for (const row of rows) table.push(decodeAll(field.data.fields as Any, row))
    return table
  }

  const plain = (_: ScriptField, wire: Any) => wire
  const listed = (field: ScriptField, wire: Any) => members(field, wire, (each) => each)

  const DECODERS: Record<string, (field: ScriptField, wire: Any) => Any> = {
    DATETIME: (field, wire) => times[String(field.data.kind ?? 'datetime')]?.(wire),
    MONEY: (_, { cents, currency }) => Money.ofCents(cents, currency),
    SYS_COLLECTION: (field, wire) =>
      members(field, wire, (id) =>
        kit.refOf(String(field.data.namespace), String(field.data.code), id),
      ),
    REF_ITEM: (field, wire) =>
      members(field, wire, ({ namespace, code, id }) => kit.refOf(namespace, code, id)),
    SYS_USER: (field, wire) => members(field, wire, (id) => kit.userOf(id)),
    FILE: (field, wire) => members(field, wire, (id) => kit.fileOf(id)),
    IMAGE: (field, wire) => members(field, wire, (id) => kit.fileOf(id)),
    CATEGORY: listed,
    PHONE: listed,
    EMAIL: listed,
    ACCOUNT: listed,
    STATUS: statusOf,
    TABLE: tableOf,
  }

  const decode = (field: ScriptField, wire: Any): Any =>
    wire === null || wire === undefined ? undefined : (DECODERS[field.type] ?? plain)(field, wire)

  const decodeAll = (fields: readonly ScriptField[], row: Record<string, Any>) => {
    const known = new Map(fields.map((field) => [field.code, field]))
    const data: Record<string, Any> = {}
    for (const [code, wire] of Object.entries(row)) {
      const field = known.get(code)
      data[code] = field ? decode(field, wire) : wire
    }
    return data
  }

  const idOf = (value: Any): Any => (typeof value === 'object' ? (value?.id ?? null) : value)
  const ids = (value: Any) => manyOf(value).map(idOf)
  const codes = (value: Any) =>
    manyOf(value).map((each) => ({ code: typeof each === 'string' ? each : each?.code }))
  const references = (value: Any) =>
    manyOf(value).map(({ namespace, code, id }) => ({ namespace, code, id }))

  /** Fields hold seconds. */
  const secondsOf = (value: Any): Any =>
    value instanceof Duration ? Math.round(value.seconds) : value

  const ENCODERS: Record<string, (field: ScriptField, value: Any) => Any> = {
    DATETIME: (_, value) => (value instanceof Date ? new Datetime(value) : value),
    DURATION: (_, value) => secondsOf(value),
    MONEY: (field, value) =>
      typeof value === 'number' ? new Money(value, String(field.data.currency)) : value,
    SYS_COLLECTION: (_, value) => ids(value),
    SYS_USER: (_, value) => ids(value),
    FILE: (_, value) => ids(value),
    IMAGE: (_, value) => ids(value),
    REF_ITEM: (_, value) => references(value),
    CATEGORY: (_, value) => codes(value),
    PHONE: (_, value) => manyOf(value),
    EMAIL: (_, value) => manyOf(value),
    ACCOUNT: (_, value) => manyOf(value),
    TABLE: (field, value) => {
      const rows = Array.isArray(value) ? value : value.rows
      if (!Array.isArray(rows))
        throw new Error(`"${field.code}" is a table: expected a list of rows`)
      return { rows: rows.map((row: Any) => encodeAll(field.data.fields as Any, row)) }
    },
  }

  /** `JSON.stringify` would silently drop what is not JSON and empty the value. */
  const checked = (code: string) => (_: string, value: Any) => {
    const isJson =
      typeof value === 'number'
        ? Number.isFinite(value)
        : !['function', 'symbol', 'bigint'].includes(typeof value)
    if (isJson) return value
    const what = typeof value === 'number' ? String(value) : `a ${typeof value}`
    throw new Error(`"${code}" is ${what}, expected a value`)
  }

  /** Plain JSON, so that two of them can be compared. */
  const encode = (code: string, field: ScriptField | undefined, value: Any): Any => {
    if (value === null || value === undefined) return null
    const encoded = field ? (ENCODERS[field.type] ?? plain)(field, value) : freely(value)
    return JSON.parse(JSON.stringify(encoded, checked(code)) ?? 'null')
  }

  const encodeAll = (fields: readonly ScriptField[], data: Record<string, Any>) => {
    const known = new Map(fields.map((field) => [field.code, field]))
    return Object.fromEntries(
      Object.entries(data).map(([code, value]) => [code, encode(code, known.get(code), value)]),
    )
  }

  /** Without a field definition, references become their ids. */
  const freely = (value: Any): Any => {
    if (kit.isRef(value)) return [value.id]
    return Array.isArray(value) && value.some(kit.isRef) ? ids(value) : value
  }

  /** The encoded values that differ from before. */
  const changed = (before: Record<string, Any>, now: Record<string, Any>) =>
    Object.fromEntries(
      Object.entries(now).filter(
        ([code, value]) => JSON.stringify(value) !== JSON.stringify(before[code] ?? null),
      ),
    )

  /** A value to compare a field with. */
  const constant = (field: ScriptField | undefined, value: Any): Any => {
    if (field?.type === 'STATUS') return statusId(field, value)
    if (field?.type === 'REF_ITEM') return references(value)[0]
    if (field?.type === 'DURATION') return secondsOf(value)
    if (value instanceof Date) return constant(field, new Datetime(value))
    if (kit.isRef(value)) return value.id
    if (field?.type === 'CATEGORY' && typeof value === 'object') return value?.code
    return [Datetime, TDate, TTime, Money].some((type) => value instanceof type)
      ? value.toJSON()
      : value
  }

  const statusId = (field: ScriptField, value: Any): number => {
    const { id, code } = typeof value === 'object' ? value : { id: value, code: value }
    if (typeof id === 'number') return id
    const known = ((field.data.statusItems as Any[]) ?? []).find((each) => each.code === code)
    if (!known) throw new Error(`there is no status "${code}"`)
    return known.id
  }

  return { Table, decodeAll, encodeAll, changed, constant }
}
