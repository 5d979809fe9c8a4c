import { isUtf8 } from 'node:buffer'

/**
 * undefined = it is no JSON. What the parser says about it is not passed on: it quotes the text, and
 * packages hold secrets.
 */
export function readJson(content: Buffer): unknown {
  if (!isUtf8(content)) return undefined
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  if (isDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No package nests so deep; whoever walks through it would run out of stack. */
const DEEPEST = 200

function isDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
