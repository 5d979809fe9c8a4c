import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { choice, diagram, flow } from './models/diagram.ts'
import { prepare } from './program.ts'
import { simulate } from './simulate.ts'

const BLOCKS = 1000

/** A choice, two branches, a merge and a step, over and over: five thousand elements. */
function large(): string {
  const parts = [
    '<startEvent id="u-1"/>',
    '<endEvent id="end"/>',
    flow('last', `u${BLOCKS - 1}`, 'end'),
  ]
  for (let at = 0; at < BLOCKS; at++) {
    parts.push(
      `<exclusiveGateway id="g${at}" default="no${at}"/><task id="a${at}"/><task id="b${at}"/>
       <exclusiveGateway id="m${at}"/><task id="u${at}"/>`,
      flow(`in${at}`, `u${at - 1}`, `g${at}`),
      choice(`yes${at}`, `g${at}`, `a${at}`, `amount &gt; ${at}`),
      flow(`no${at}`, `g${at}`, `b${at}`),
      flow(`ma${at}`, `a${at}`, `m${at}`),
      flow(`mb${at}`, `b${at}`, `m${at}`),
      flow(`out${at}`, `m${at}`, `u${at}`),
    )
  }
  return diagram(parts.join(''))
}

test('five thousand elements are compiled and run through', async () => {
  const { model, problems } = await compile(large(), { variables: { amount: 'FLOAT' } })
  if (!model) throw new Error(JSON.stringify(problems[0]))

  const it = simulate(prepare(model), { values: { amount: 500 } })

  expect(it.status).toBe('done')
  expect(it.trace).toHaveLength(4 * BLOCKS + 2)
})
