/** What people call something: a text, or texts by language. */
export type Called = string | Record<string, string>

/** By the key that holds them and their code, such as `fields.total`. */
export type CalledParts = Record<string, Called>

type Values = Record<string, unknown>

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCalled = (value: unknown): value is Called => {
  if (!isMap(value)) return typeof value === 'string'
  const texts = Object.entries(value)
  return texts.every(([key, text]) => /^[a-z]{2}$/.test(key) && typeof text === 'string')
}

/** What the parts of a definition are called, as it is written: as JSON, before any language is chosen. */
export function calledIn(body: unknown): CalledParts {
  const found: CalledParts = {}
  const visit = (value: unknown, above: string) => {
    if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) note(each, above, keyOf(each) ?? `${at + 1}`)
    } else if (isMap(value)) {
      for (const [key, each] of Object.entries(value)) note(each, above, key)
    }
  }
  const note = (part: unknown, above: string, key: string) => {
    const name = above === 'options' && isCalled(part) ? part : isMap(part) ? part.name : undefined
    if (name !== undefined && isCalled(name)) found[`${above}.${key}`] ??= name
    visit(part, key)
  }
  visit(body, '')
  return found
}

/** What differences and conflicts know a member of a list by. */
const keyOf = (member: unknown): string | undefined => {
  if (!isMap(member)) return undefined
  const key = member.code ?? member.id ?? member.name ?? member.widget
  return typeof key === 'string' || typeof key === 'number' ? `${key}` : undefined
}

/** Those that something, as JSON, speaks of. */
export function spokenOf(names: CalledParts, something: unknown): CalledParts {
  const text = JSON.stringify(something)
  const isSpokenOf = (key: string) => text.includes(key.slice(key.indexOf('.') + 1))
  return Object.fromEntries(Object.entries(names).filter(([key]) => isSpokenOf(key)))
}
