/** A JSON value as text, as PostgreSQL wrote it: sent unchanged. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  static of(value: unknown): JsonText {
    return new JsonText(JSON.stringify(value))
  }

  parse<Value>(): Value {
    return JSON.parse(this.text) as Value
  }

  /** The object with additional keys. */
  with(more: object): JsonText {
    const own = this.text.slice(1, -1)
    const added = writeObject(more).slice(1, -1)
    return new JsonText(`{${own}${own && added ? ',' : ''}${added}}`)
  }
}

/** `T`, or the same with JSON text in place of a value or of the rows of a list. */
export type WithJsonText<T> = T | { [Key in keyof T]: T[Key] | JsonText | readonly JsonText[] }

/** An object as JSON; its values may be JsonText, or lists of it. */
export function writeObject(object: object): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(object)) {
    const text = writeValue(value)
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${parts.join(',')}}`
}

function writeValue(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text
  const isRows = Array.isArray(value) && value[0] instanceof JsonText
  return isRows ? `[${value.map(writeValue).join(',')}]` : JSON.stringify(value)
}
