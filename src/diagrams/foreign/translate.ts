import { compileCondition } from '../../engine/expressions/expression.ts'

/** The language of an expression: JUEL of Camunda 7 and Flowable, FEEL of Camunda 8, or a plain text. */
type Language = 'juel' | 'feel' | 'plain'

export type Translated = { text: string; isChanged: boolean }

const WORDS: Record<Exclude<Language, 'plain'>, [RegExp, string][]> = {
  juel: [
    [/\bnot\s+empty\s+(\w+(?:\.\w+)*)/g, '$1 != null'],
    [/!\s*empty\s+(\w+(?:\.\w+)*)/g, '$1 != null'],
    [/\bempty\s+(\w+(?:\.\w+)*)/g, '$1 == null'],
    [/(\w+(?:\.\w+)*)\.equals\(([^()]*)\)/g, '$1 == $2'],
    [/\band\b/g, '&&'],
    [/\bor\b/g, '||'],
    [/\bnot\b/g, '!'],
    [/\beq\b/g, '=='],
    [/\bne\b/g, '!='],
    [/\bge\b/g, '>='],
    [/\ble\b/g, '<='],
    [/\bgt\b/g, '>'],
    [/\blt\b/g, '<'],
    [/\bmod\b/g, '%'],
    [/\bdiv\b/g, '/'],
  ],
  feel: [
    [/\bnot\(/g, '!('],
    [/(\w+(?:\.\w+)*)\s+between\s+(\S+)\s+and\s+(\S+)/g, '($1 >= $2 && $1 <= $3)'],
    [/\bif\b(.+)\bthen\b(.+)\belse\b(.+)/gs, '($1 ? $2 : $3)'],
    [/\band\b/g, '&&'],
    [/\bor\b/g, '||'],
    [/(?<![<>!=])=(?!=)/g, '=='],
    [/\bcount\(/g, 'size('],
    [/\blist contains\((\w+(?:\.\w+)*),\s*([^()]+)\)/g, '($2 in $1)'],
    [/\bcontains\((\w+(?:\.\w+)*),\s*([^()]+)\)/g, '$1.contains($2)'],
    [/\bstarts with\((\w+(?:\.\w+)*),\s*([^()]+)\)/g, '$1.startsWith($2)'],
  ],
}

export function languageOf(text: string): Language {
  if (/^[$#]\{.*\}$/s.test(text.trim())) return 'juel'
  return text.trim().startsWith('=') ? 'feel' : 'plain'
}

/** The expression inside its marks: `${x}`, `= x`. */
const inside = (text: string): string =>
  text
    .trim()
    .replace(/^[$#]\{(.*)\}$/s, '$1')
    .replace(/^=(?!=)/, '')
    .replaceAll(/\bexecution\.getVariable\(\s*["'](\w+)["']\s*\)/g, '$1')
    .trim()

/** Words inside of texts in quotes stay. */
function outsideQuotes(text: string, change: (part: string) => string): string {
  const quoted: string[] = []
  const masked = text.replaceAll(/"[^"]*"|'[^']*'/g, (found) => `"${quoted.push(found) - 1}"`)
  return change(masked).replaceAll(/"(\d+)"/g, (_, at) => quoted[Number(at)] ?? '')
}

/** As CEL; undefined if it does not translate. */
export function translate(text: string): Translated | undefined {
  const language = languageOf(text)
  const bare = inside(text)
  // Several expressions in one text, or a call of a bean.
  if (bare === '' || /[$#]\{/.test(bare)) return undefined
  const words = language === 'plain' ? [] : WORDS[language]
  const result = outsideQuotes(bare, (part) =>
    words.reduce((changed, [word, sign]) => changed.replace(word, sign), part),
  )
  try {
    compileCondition(result)
  } catch {
    return undefined
  }
  return isCall(result) ? undefined : { text: result, isChanged: result !== text.trim() }
}

const KNOWN_CALLS =
  /\b(size|contains|startsWith|endsWith|matches|has|int|double|string|timestamp|duration)\(/g

/** Methods of Java objects are not there. */
const isCall = (text: string): boolean =>
  /\b[A-Za-z_]\w*\(/.test(outsideQuotes(text, (part) => part.replace(KNOWN_CALLS, '(')))

/** The name of a variable, if the expression is nothing else. */
export function variableIn(text: string): string | undefined {
  const bare = inside(text)
  return languageOf(text) !== 'plain' && /^[A-Za-z_]\w*$/.test(bare) ? bare : undefined
}

/** A text in quotes of FEEL, such as `= "PT5M"`, as itself. */
export function literalIn(text: string): string | undefined {
  if (languageOf(text) === 'plain') return text.trim()
  return /^"([^"]*)"$/.exec(inside(text))?.[1]
}
