import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeElements, drawnModel, labelOf, pictureOf, SECTIONS } from '../scripts/elements.ts'
import { ALLOWED } from '../src/engine/checks/triggers.ts'
import { DRAWN, TYPES } from '../src/engine/refuse.ts'

const DOCS = join(import.meta.dirname, '..', 'docs')

test('every element and every trigger of the engine has a section in the guide', async () => {
  const guide = await readFile(join(DOCS, 'guides/elements.md'), 'utf8')
  const triggers = new Set(Object.values(ALLOWED).flat().filter(Boolean))
  const titles = SECTIONS.map(({ title }) => title)

  expect(titles).toEqual(expect.arrayContaining([...Object.keys(TYPES), ...DRAWN].map(labelOf)))
  expect(titles).toEqual(
    expect.arrayContaining(Array.from(triggers, (trigger) => `event: ${trigger}`)),
  )
  expect(guide).toBe(await describeElements())
})

test.each(SECTIONS)('$title has the picture of its diagram', async (section) => {
  const picture = await readFile(join(DOCS, pictureOf(section)), 'utf8')
  const xml = await drawnModel(section.model)
  const drawn = Array.from(xml.matchAll(/<bpmndi:BPMN(?:Shape|Edge)[^>]*bpmnElement="([^"]+)"/g))

  const missing = drawn.filter(([, id = '']) => !picture.includes(`data-element-id="${id}"`))

  expect(missing.map(([, id]) => id)).toEqual([])
  expect(drawn.length).toBeGreaterThan(1)
})
