import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow } from '../../../../test/process.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { as, admin, app } = started

const around = (work: string) =>
  diagram(`<startEvent id="start" />${work}<endEvent id="end" />${flow('start -> work -> end')}`)
const script = (text: string) =>
  around(`<scriptTask id="work" scriptFormat="javascript"><script>${text}</script></scriptTask>`)

const yaml = 'variables:\n  sum: { name: Sum, type: FLOAT }\n'
await applyProcesses(started, 'sales', {
  plain: {
    yaml,
    bpmn: diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`),
  },
  script: { yaml, bpmn: script('return { sum: 5 }') },
  broken: { yaml, bpmn: script('throw new Error("no")') },
})
await app.startJobs()

const run = async (code: string) =>
  (await as(admin).bpm.run({ params: { namespace: 'sales', code }, input: { context: {} } }))
    .context

test.each([
  ['plain', { __state: 'done' }],
  ['script', { __state: 'done', sum: 5 }],
  ['broken', { __state: 'error' }],
])('a process that waits for nobody answers its final state: %s', async (code, state) => {
  expect(await run(code)).toMatchObject(state)
})
