/** What is not UTF-8 comes from an old Windows: by its letters, Cyrillic or Western. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const western = new TextDecoder('windows-1252').decode(bytes)
    // Words of nothing but accented letters are Cyrillic.
    const isCyrillic = /[\u00C0-\u00FF]{3,}/.test(western)
    return isCyrillic ? new TextDecoder('windows-1251').decode(bytes) : western
  }
}

const SEPARATORS = [';', ',', '\t']

/** The rows of a CSV text; the separator is the one that its first line has most of. */
export function readCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  const [first = ''] = plain.split('\n', 1)
  const count = (separator: string) => first.split(separator).length
  const [separator = ','] = SEPARATORS.toSorted((one, other) => count(other) - count(one))
  return rowsOf(plain, separator).filter((row) => row.some((cell) => cell.trim() !== ''))
}

/** A cell in quotes may hold separators, line ends, and quotes written twice. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') {
      endCell()
      rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  endCell()
  return rows
}
