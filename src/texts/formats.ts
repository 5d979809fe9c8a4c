/** Files whose text can be read, by the end of their names. */
const FORMATS = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  txt: 'text',
  md: 'text',
  csv: 'text',
} as const

export type TextFormat = (typeof FORMATS)[keyof typeof FORMATS]

export function formatOf(name: string): TextFormat | undefined {
  const end = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return end in FORMATS ? FORMATS[end as keyof typeof FORMATS] : undefined
}

/** What can go wrong with a file. */
export type TextProblem =
  | 'too_large'
  | 'protected'
  | 'damaged'
  | 'timeout'
  | 'memory'
  | 'interrupted'

/** What another attempt may not meet again: a busy machine, a process that somebody else ended. */
export const PASSING: ReadonlySet<TextProblem> = new Set(['timeout', 'interrupted'])

/** Says that a file took too much memory: nobody else ends a process with it. */
export const OUT_OF_MEMORY = 'SIGUSR2'

export type ReadText = { content: string } | { problem: TextProblem; message: string }

/** Thrown inside of the process that reads. */
export class Unreadable extends Error {
  readonly problem: TextProblem

  constructor(problem: TextProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export type Limits = {
  /** Bytes of a file; of a plain text the beginning is read. */
  file: number
  /** Bytes that an archive unpacks to. */
  unpacked: number
  /** Characters. */
  text: number
  /** Bytes that the process may take. */
  memory: number
  /** Milliseconds. */
  time: number
}

export type ReadTask = { number: number; content: Uint8Array; format: TextFormat; limits: Limits }

/** Has the number of its task: an answer to another one is never taken for it. */
export type ReadAnswer = { number: number; read: ReadText }
