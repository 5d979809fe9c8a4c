import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readFolder } from '../definitions/folder.ts'
import { identify } from '../definitions/identify.ts'
import { kinds } from '../definitions/kinds.ts'
import { loadSolution } from '../definitions/load.ts'
import { checkReferences } from '../definitions/references.ts'

const FOLDERS = ['_system', 'company', 'crm', 'service-desk', 'contracts']
const guide = await readFile('docs/guides/solutions.md', 'utf8')

/** YAML blocks whose first line names their file. */
const examples = Array.from(
  guide.matchAll(/^```yaml\n# (\S+\.yaml)\n(.*?)^```$/gms),
  ([, path = '', text = '']) => ({ path, text }),
)

const solutions = await Promise.all(
  FOLDERS.map(async (folder) => ({ folder, files: await readFolder(`solutions/${folder}`) })),
)

test('the guide shows an example of every kind', () => {
  const shown = examples.map(({ path }) => identify(path)?.kind)

  expect(new Set(shown)).toEqual(new Set(Object.keys(kinds)))
})

test.each(examples)('$path in the guide is taken from a solution', ({ path, text }) => {
  const lines = text.split('\n')
  const sources = solutions.flatMap(({ files }) => files.filter((file) => file.path === path))
  const isIn = (source: string) => {
    const known = new Set(source.split('\n'))
    return lines.every((line) => known.has(line))
  }

  expect(sources.map(({ content }) => isIn(content.toString()))).toContain(true)
})

test('the examples load in place of the files they are taken from', () => {
  const loaded = solutions.map(({ folder, files }) => {
    const changed = files.map(({ path, content }) => {
      const example = examples.find((each) => each.path === path && isOf(each.text, content))
      return { path, content: example ? Buffer.from(example.text) : content }
    })
    return loadSolution(changed, { isBuiltIn: folder === '_system' })
  })
  const definitions = loaded.flatMap((each) => each.loaded?.definitions ?? [])

  expect(loaded.flatMap(({ problems }) => problems)).toEqual([])
  expect(checkReferences(definitions, [])).toEqual([])
})

const isOf = (example: string, content: Buffer): boolean => {
  const [first = ''] = example.split('\n')
  return content.toString().split('\n').includes(first)
}
