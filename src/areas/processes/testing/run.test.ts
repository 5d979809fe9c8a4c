import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { diagram, flow } from '../../../../test/process.ts'
import { compile } from '../../../engine/compile.ts'
import { prepare } from '../../../engine/program.ts'
import { USUAL } from '../../../lib/calendar.ts'
import { runCase } from './run.ts'

async function testedOf(loop: string) {
  const { model } = await compile(
    diagram(`<startEvent id="came"/><userTask id="ask" kontor:performer="user:ann">${loop}</userTask>
      <endEvent id="over"/>${flow('came -> ask -> over')}`),
  )
  if (!model) throw new Error('the diagram has problems')
  return {
    ...{ program: prepare(model), fields: new Map(), sla: {}, calendar: USUAL },
    answer: async () => undefined,
  }
}
const ASKED = { at: '2026-03-06T09:00:00Z', given: {}, answers: {}, steps: [] }

test('expectations take time too', async () => {
  const late = { ...ASKED, steps: [{ expect: { at: ['ask'] } }], expect: {} }

  const { failures } = await runCase(await testedOf(''), late, 0)

  expect(failures).toEqual([{ step: 0, message: 'the run takes too long' }])
})

test('a first move of many loops lets others have their turn', async () => {
  const tested = await testedOf(
    '<multiInstanceLoopCharacteristics><loopCardinality>50000</loopCardinality></multiInstanceLoopCharacteristics>',
  )
  let turns = 0
  const ran = runCase(tested, ASKED)
  const isOver = ran.then(() => true)
  while (!(await Promise.race([isOver, nextTurn(false)]))) turns++

  expect((await ran).failures).toMatchObject([{ message: expect.stringContaining('too long') }])
  expect(turns).toBeGreaterThan(3)
})

test('a run with more than a thousand tokens ends, and shows a thousand', async () => {
  const loop = (count: number) => `<multiInstanceLoopCharacteristics>
    <loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`
  const few = await runCase(await testedOf(loop(900)), ASKED)
  const many = await runCase(await testedOf(loop(1100)), ASKED)

  expect([few.failures, few.waiting.length]).toEqual([[], 900])
  expect(many.failures).toMatchObject([{ message: expect.stringContaining('more than 1000') }])
  expect(many.waiting).toHaveLength(1000)
})
