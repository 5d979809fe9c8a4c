/** A JSON value that is text already, as PostgreSQL wrote it: it is sent as it is. */
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

  /** This object with more keys after its own. */
  with(more: object): JsonText {
    const own = this.text.slice(1, -1)
    const added = writeObject(more).slice(1, -1)
    return new JsonText(`{${own}${own && added ? ',' : ''}${added}}`)
  }
}

/** `T`, or the same with text in the place of a value or of the rows of a list. */
export type WithJsonText<T> = T | { [Key in keyof T]: T[Key] | JsonText | readonly JsonText[] }

/** An object as JSON; its values may be texts, or lists of texts. */
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
