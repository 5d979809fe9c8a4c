import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { withDrawing } from './drawing.ts'
import type { Model } from './model.ts'
import { read } from './models/load.ts'

const names = readdirSync(new URL('models', import.meta.url))
  .filter((name) => name.endsWith('.bpmn'))
  .map((name) => name.replace('.bpmn', ''))

async function draw(name: string): Promise<{ model: Model; xml: string }> {
  const { model } = await compile(read(name))
  if (!model) throw new Error(`${name} cannot be read`)
  return { model, xml: await withDrawing(read(name), model) }
}

type Box = { id: string; x: number; y: number; width: number; height: number }

const boxesOf = (xml: string): Box[] =>
  [
    ...xml.matchAll(
      /BPMNShape id="[^"]*" bpmnElement="([^"]*)"[^>]*><dc:Bounds x="([\d-]+)" y="([\d-]+)" width="(\d+)" height="(\d+)"/g,
    ),
  ].map(([, id = '', ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    return { id, x, y, width, height }
  })

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test.each(names)('%s is drawn completely, and compiles to the same model', async (name) => {
  const { model, xml } = await draw(name)

  expect((await compile(xml)).model).toEqual(model)
  const ids = boxesOf(xml).map(({ id }) => id)
  const drawn = Object.keys(model.nodes).filter((id) => !isInPool(model, id))
  expect(ids.sort()).toEqual(drawn.sort())
  const edges = [...xml.matchAll(/BPMNEdge id="[^"]*" bpmnElement="([^"]*)"/g)]
  const flows = Object.values(model.flows).filter(({ source }) => !isInPool(model, source))
  expect(edges.map(([, id]) => id).sort()).toEqual(flows.map(({ id }) => id).sort())
})

/** Only the main process of a file with several is drawn. */
function isInPool(model: Model, id: string): boolean {
  const { isPool, parent } = model.nodes[id] ?? {}
  return isPool === true || (parent !== undefined && isInPool(model, parent))
}

test.each(names)('%s has no overlapping elements', async (name) => {
  const { model, xml } = await draw(name)

  const standing = boxesOf(xml).filter(({ id }) => model.nodes[id]?.attachedTo === undefined)
  const pairs = standing.flatMap((a, at) => standing.slice(at + 1).map((b) => [a, b] as const))
  const sameScope = pairs.filter(
    ([a, b]) => model.nodes[a.id]?.parent === model.nodes[b.id]?.parent,
  )

  expect(sameScope.filter(([a, b]) => overlap(a, b))).toEqual([])
})

test('successors are to the right, contents are inside their sub-process', async () => {
  const { model, xml } = await draw('element-sub-process')
  const boxes = new Map(boxesOf(xml).map((box) => [box.id, box]))

  for (const { id, parent } of Object.values(model.nodes)) {
    const [inner, outer] = [boxes.get(id), boxes.get(parent ?? '')]
    if (!inner || !outer) continue
    expect(inner.x).toBeGreaterThan(outer.x)
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width)
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height)
  }
})

test('a diagram that has a drawing keeps it', async () => {
  const { model, xml } = await draw('element-call')

  expect(await withDrawing(xml, model)).toBe(xml)
})
