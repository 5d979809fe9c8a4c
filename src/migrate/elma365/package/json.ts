import { isUtf8 } from 'node:buffer'

/**
 * undefined = it is no JSON. What the parser says about it is not passed on: it quotes the text, and
 * packages hold secrets.
 */
export function readJson(content: Buffer): unknown {
  if (!isUtf8(content)) return undefined
  try {
    return JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
