import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { makeDocx, paragraph, textOfDocx } from '../../test/office.ts'
import { Documents } from './documents.ts'

const documents = new Documents()
afterAll(() => documents.close())

test('the example of the guide works', async () => {
  const guide = await readFile(new URL('../../docs/guides/documents.md', import.meta.url), 'utf8')
  const block = (head: string) => guide.split(`\`\`\`${head}\n`)[1]?.split('\n```')[0] ?? ''
  const body = block('text template')
    .split('\n')
    .map((line) => paragraph(line))
    .join('')

  const filled = await documents.fill(makeDocx(body), { values: JSON.parse(block('json')) })

  const text = textOfDocx(filled).join('\n').replaceAll('\u202f', ' ')
  expect(text).toBe(block('text document'))
})
