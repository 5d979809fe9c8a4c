import { readFile } from 'node:fs/promises'

/** A fenced block of a guide: what stands behind the backticks, and what is inside. */
export type Block = { info: string; text: string }

export async function readGuide(name: string): Promise<{ text: string; blocks: Block[] }> {
  const text = await readFile(`docs/guides/${name}.md`, 'utf8')
  const blocks = Array.from(
    text.matchAll(/^```(\S[^\n]*)\n(.*?)^```$/gms),
    ([, info = '', inside = '']) => ({ info, text: inside.trim() }),
  )
  return { text, blocks }
}
