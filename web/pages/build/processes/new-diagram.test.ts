import { expect, test } from 'vitest'
import { compile } from '../../../../src/engine/compile.ts'
import { diagramOf, newDiagram } from './new-diagram.ts'

test('a new diagram can be published as it is', async () => {
  const { model, problems } = await compile(newDiagram({ code: 'ask', name: 'Ask "<&>"' }))

  expect(problems).toEqual([])
  expect(model).toMatchObject({ id: 'ask', name: 'Ask "<&>"', nodes: { start: { type: 'start' } } })
})

test('a diagram stands beside its process', () => {
  const file = 'workspaces/hr/processes/ask.yaml'

  expect(diagramOf(file, undefined)).toBe('workspaces/hr/processes/ask.bpmn')
  expect(diagramOf(file, 'shared.bpmn')).toBe('workspaces/hr/processes/shared.bpmn')
})
