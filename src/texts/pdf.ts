import { getDocumentProxy } from 'unpdf'
import { type Limits, Unreadable } from './formats.ts'

/** Page by page, until there is text enough. */
export async function readPdf(content: Uint8Array, limits: Limits): Promise<string> {
  const document = await open(content)
  const pages: string[] = []
  let length = 0
  for (let number = 1; number <= document.numPages && length < limits.text; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
    pages.push(text)
    length += text.length
    page.cleanup()
  }
  return pages.join('\n')
}

async function open(content: Uint8Array) {
  try {
    return await getDocumentProxy(content, { verbosity: 0 })
  } catch (error) {
    if ((error as Error).name !== 'PasswordException') throw error
    throw new Unreadable('protected', 'the document is protected by a password')
  }
}
