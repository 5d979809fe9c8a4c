import { readFile } from 'node:fs/promises'

/** A fenced block of a guide: its info string and its text. */
export type Block = { info: string; text: string }

export async function readGuide(name: string): Promise<{ text: string; blocks: Block[] }> {
  const text = await readFile(`docs/guides/${name}.md`, 'utf8')
  const blocks = Array.from(
    text.matchAll(/^```(\S[^\n]*)\n(.*?)^```$/gms),
    ([, info = '', inside = '']) => ({ info, text: inside.trim() }),
  )
  return { text, blocks }
}
