import { readFileSync } from 'node:fs'
import { BpmnModdle } from 'bpmn-moddle'
import { expect, test } from 'vitest'
import { extension } from '../../../../../src/engine/extension.ts'
import { read } from '../../../../../src/engine/models/load.ts'
import type { Moddle } from '../settings/moddle.ts'
import { compare } from './compare.ts'

const open = async (xml: string) =>
  (await new BpmnModdle({ kontor: extension }).fromXML(xml)).rootElement as Moddle

const LEAD = readFileSync('solutions/crm/workspaces/crm/processes/qualify_lead.bpmn', 'utf8')

const changed = async (from: string, to: string) => compare(await open(from), await open(to))

test('a diagram does not differ from itself, however it is written', async () => {
  const spaced = LEAD.replaceAll('<bpmn:', '\n<bpmn:')

  expect(await changed(LEAD, LEAD)).toEqual([])
  expect(await changed(LEAD, spaced)).toEqual([])
})

test.each([
  [
    'a performer',
    'variable:manager || group:crm/heads',
    'group:crm/heads',
    'lane_manager',
    'changed',
  ],
  ['a setting', 'value="created"', 'value="updated"', 'lead_made', 'changed'],
  ['a condition', '>item<', '>other<', 'lead_made', 'changed'],
  ['a mapping', 'source="lead._responsible"', 'source="lead._author"', 'who', 'changed'],
] as const)('%s that was changed is found on its element', async (_, from, to, id, kind) => {
  expect(await changed(LEAD, LEAD.replace(from, to))).toMatchObject([{ id, kind }])
})

test('a change says which setting it is, before and after', async () => {
  const [change] = await changed(LEAD, LEAD.replace('value="created"', 'value="updated"'))

  expect(change?.details).toEqual([{ setting: 'step_event', before: 'created', after: 'updated' }])
})

test('what was added, removed and moved is told apart', async () => {
  const bounds = /(<bpmndi:BPMNShape [^>]*bpmnElement="talk"[^>]*>\s*<dc:Bounds x=")\d+/
  const moved = LEAD.replace(bounds, (_, head) => `${head}7`)

  expect(await changed(LEAD, moved)).toEqual([
    expect.objectContaining({ id: 'talk', kind: 'moved' }),
  ])
  const [sequence, split] = [read('pattern-01-sequence'), read('pattern-02-parallel-split')]
  const there = await changed(sequence, split)
  const back = await changed(split, sequence)
  const idsOf = (changes: typeof there, kind: string) =>
    changes
      .filter((each) => each.kind === kind)
      .map(({ id }) => id)
      .sort()
  expect(idsOf(there, 'added').length).toBeGreaterThan(0)
  expect(idsOf(there, 'added')).toEqual(idsOf(back, 'removed'))
})
