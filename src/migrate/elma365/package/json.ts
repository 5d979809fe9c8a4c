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
  let isString = false
  // A regular expression takes a time that grows with the square of what is never closed.
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isString = !isString
    else if (isString) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
