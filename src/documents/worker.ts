import { serve } from '../workers/serve.ts'
import { type Parts, readArchive } from './archive.ts'
import { fillDocx, listDocx } from './docx.ts'
import { type DocumentProblem, Unfit } from './problem.ts'
import type { DocumentFormat, Task, Template, Used } from './template.ts'
import { fillXlsx, listXlsx } from './xlsx.ts'

export type Answer =
  | { template: Template }
  | { document: Uint8Array }
  | { problem: DocumentProblem }

serve<Task, Answer>(
  async (task) => {
    try {
      return await answer(task)
    } catch (error) {
      if (error instanceof Unfit) return { problem: error.problem }
      throw error
    }
  },
  (answer) => ('document' in answer ? [answer.document.buffer as ArrayBuffer] : []),
)

async function answer(task: Task): Promise<Answer> {
  const parts = await readArchive(Buffer.from(task.content), task.limits)
  const format = formatOf(parts)
  if (task.type === 'check') {
    const used = format === 'docx' ? listDocx(parts) : listXlsx(parts)
    return { template: { format, variables: distinct(used) } }
  }
  const fill = format === 'docx' ? fillDocx : fillXlsx
  const document = fill(parts, task.values, task.format)
  if (document.length > task.limits.document) {
    throw new Unfit(
      'too_large',
      `the document would have ${document.length} bytes, ${task.limits.document} are allowed`,
    )
  }
  return { document: Uint8Array.from(document) }
}

function formatOf(parts: Parts): DocumentFormat {
  if ([...parts.keys()].some((path) => path.endsWith('vbaProject.bin'))) {
    throw new Unfit('not_a_template', 'the template has macros: save it as .docx or .xlsx')
  }
  if (parts.has('word/document.xml')) return 'docx'
  if (parts.has('xl/workbook.xml')) return 'xlsx'
  throw new Unfit('not_a_template', 'expected a .docx or .xlsx file, received another archive')
}

/** Each name once per section. */
function distinct(used: Used[]): Used[] {
  const known = new Map(used.map((each) => [JSON.stringify([each.in, each.name, each.type]), each]))
  return [...known.values()]
}
