import { globSync, readFileSync } from 'node:fs'
import { BpmnModdle } from 'bpmn-moddle'
import { expect, test } from 'vitest'
import { extension } from '../../../../../src/engine/extension.ts'
import { keepText } from './keep-text.ts'
import { inHandOf } from './written.ts'

const FILES = globSync('solutions/**/*.bpmn')

/** As the modeller would print it after a change. */
async function printed(xml: string): Promise<string> {
  const moddle = new BpmnModdle({ kontor: structuredClone(extension) })
  const { rootElement } = await moddle.fromXML(xml)
  return (await moddle.toXML(rootElement, { format: true })).xml
}

test('a diagram keeps its text where nothing changed, down to its comments', async () => {
  expect(FILES.length).toBeGreaterThan(5)
  for (const file of FILES) {
    const text = readFileSync(file, 'utf8').replace(
      /\n( *)<bpmn:startEvent/,
      '\n$1<!-- it begins here -->\n$1<bpmn:startEvent',
    )
    const renamed = text.replace(/(<bpmn:endEvent id="[^"]+" name=")[^"]*/, '$1Over')

    const result = await inHandOf(text, await printed(renamed))

    expect([file, result]).toEqual([file, renamed])
  }
})

test('what was added comes in, what was taken out goes', () => {
  const own = 'a\n  b\n# note\nc\nd'

  expect(keepText(own, 'a\nb\nc\nd', 'a\nb\nx\nc\nd')).toBe('a\n  b\nx\nc\nd')
  expect(keepText(own, 'a\nb\nc\nd', 'a\nc\nd')).toBe('a\n# note\nc\nd'.replace('# note\n', ''))
  expect(keepText(own, 'a\nb\nc\nd', 'a\nb\nc\ne')).toBe('a\n  b\n# note\nc\ne')
  expect(keepText(own, 'a\nb\nc\nd', 'a\nb\nc\nd')).toBe(own)
})
