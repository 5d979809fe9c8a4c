/** Strings, names, comments and dollar quotes, in which a colon is only a colon; then a parameter. */
const TOKEN =
  /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|(?<![:\w]):([A-Za-z_]\w*)/g

/** A query as the texts around its parameters `:code`, one more than there are codes. */
export function splitSql(query: string): { texts: string[]; codes: string[] } {
  const texts: string[] = []
  const codes: string[] = []
  let start = 0
  for (const match of query.matchAll(TOKEN)) {
    const code = match[2]
    if (code === undefined) continue
    texts.push(query.slice(start, match.index))
    codes.push(code)
    start = match.index + match[0].length
  }
  return { texts: [...texts, query.slice(start)], codes }
}
