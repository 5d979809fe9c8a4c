import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFolder } from '../folder.ts'
import { editYaml } from './edit.ts'
import { readValue } from './tree.ts'
import { isValues, type YamlEdit } from './values.ts'

test.each(readdirSync('solutions'))('saving %s without a change changes no byte', async (name) => {
  const files = (await readFolder(`solutions/${name}`)).filter(({ path }) => path.endsWith('.yaml'))

  for (const { path, content } of files) {
    const text = content.toString('utf8')
    const value = readValue(text)?.value
    const keys = isValues(value) ? Object.entries(value) : []
    const edits: YamlEdit[] = [
      { op: 'set', at: [], value },
      ...keys.map(([key, each]) => ({ op: 'set' as const, at: [key], value: each })),
      ...keys.map(([key], to) => ({ op: 'move' as const, at: [key], to })),
    ]
    expect(editYaml(text, edits), path).toBe(text)
  }
  expect(files.length).toBeGreaterThan(0)
})
