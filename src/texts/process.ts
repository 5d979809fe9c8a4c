import { Worker } from 'node:worker_threads'
import { type ReadAnswer, type ReadTask, type ReadText, Unreadable } from './formats.ts'
import { readDocx, readXlsx } from './office.ts'
import { readPdf } from './pdf.ts'

const [, , most] = process.argv
new Worker(new URL('./memory-watch.ts', import.meta.url), { workerData: { most: Number(most) } })

/** A process of its own: whatever a file does to it, the server goes on. It reads one file after another. */
process.on('message', (task: ReadTask) => {
  void read(task).then((text) => {
    const answer: ReadAnswer = { number: task.number, read: text }
    process.send?.(answer)
  })
})
process.on('disconnect', () => process.exit())
// A terminal sends these to the server as well, which then ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.send?.('ready')

async function read({ content, format, limits }: ReadTask): Promise<ReadText> {
  try {
    const text = await READERS[format](Buffer.from(content), limits)
    return { content: storable(text.slice(0, limits.text)) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const problem = error instanceof Unreadable ? error.problem : 'damaged'
    // It may quote the file, such as the name of a part.
    return { problem, message: storable(message.slice(0, 500)) }
  }
}

/** The database stores no zero characters, and no halves of pairs. */
const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed()

const READERS: Record<
  ReadTask['format'],
  (content: Buffer, limits: ReadTask['limits']) => Promise<string>
> = {
  pdf: (content, limits) => readPdf(new Uint8Array(content), limits),
  docx: readDocx,
  xlsx: readXlsx,
  text: async (content) => decode(content),
}

function decode(content: Buffer): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    // The end may be cut inside of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: true })
  } catch {
    return new TextDecoder('windows-1251').decode(content)
  }
}
