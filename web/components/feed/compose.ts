export type Mention = { id: string; name: string }

const MARKUP = /<[a-z/!?]/i
const SIGNS: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => SIGNS[sign] ?? sign)

/**
 * What was typed, as it is sent. Words stay words: only who is mentioned needs markup, and what
 * would be read as some although it is none.
 */
export function toBody(text: string, mentions: readonly Mention[]): string {
  if (mentions.length === 0 && !MARKUP.test(text)) return text
  const marked = mentions.reduce(
    (body, { id, name }) =>
      body.replaceAll(escaped(`@${name}`), `<span data-user="${id}">${escaped(`@${name}`)}</span>`),
    escaped(text),
  )
  // A tag around it says that the signs in it are written as markup.
  return `<p>${marked.replaceAll('\n', '<br>')}</p>`
}

/** Those who are still in the text when it is sent. */
export const stillMentioned = (text: string, mentions: readonly Mention[]): Mention[] =>
  mentions.filter(
    ({ id, name }, at) =>
      text.includes(`@${name}`) && mentions.findIndex((other) => other.id === id) === at,
  )

/** The name that is being typed after an "@" before the cursor, and where the "@" is. */
export function askedName(text: string, cursor: number): { at: number; name: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, cursor))
  if (!found) return undefined
  const name = found[1] ?? ''
  return { at: cursor - name.length - 1, name }
}
