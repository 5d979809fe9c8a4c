/** `12`, `true`, `["a"]` are what they look like, anything else is a text; an empty one is nothing. */
export function fromText(text: string | undefined): unknown {
  if (text === undefined || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The values that were given, by name. */
export const fromTexts = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, fromText(text)]),
  )
