const LATIN: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  },
  ß: 'ss',
}
const LONGEST = 50

/** A code for what people call something: “Дата начала” is `data_nachala`. */
export function codeOf(name: string, taken: readonly string[] = [], otherwise = 'item'): string {
  const latin = [...name.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('')
  const plain = latin
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const whole = /^[a-z]/.test(plain) ? plain : plain ? `${otherwise}_${plain}` : otherwise
  return unused(whole.slice(0, LONGEST).replace(/_+$/, ''), taken)
}

/** With a number behind it, if somebody has it already. */
function unused(code: string, taken: readonly string[]): string {
  if (!taken.includes(code)) return code
  for (let number = 2; ; number++) {
    const next = `${code.slice(0, LONGEST - 4)}_${number}`
    if (!taken.includes(next)) return next
  }
}

export const isCode = (text: string): boolean =>
  text.length <= LONGEST && /^[A-Za-z][A-Za-z0-9_]*$/.test(text)
