import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { diagram, END, flow, START } from '../engine/models/diagram.ts'
import { Diagrams } from './diagrams.ts'

const opened: Diagrams[] = []
afterAll(() => Promise.all(opened.map((diagrams) => diagrams.close())))

function open(limits: ConstructorParameters<typeof Diagrams>[0] = {}): Diagrams {
  const diagrams = new Diagrams(limits)
  opened.push(diagrams)
  return diagrams
}

function chain(length: number): string {
  const tasks = Array.from(
    { length },
    (_, at) => `<task id="t${at}"/>${flow(`f${at}`, at === 0 ? 'start' : `t${at - 1}`, `t${at}`)}`,
  )
  return diagram(`${START}${tasks.join('')}${END}${flow('last', `t${length - 1}`, 'end')}`)
}

const task = (xml: string) => ({
  xml,
  variables: {},
  processes: ['desk/there'],
  decisions: [],
  operations: [],
})

test('a diagram is compiled without blocking the server', async () => {
  const diagrams = open()
  let turns = 0
  let isDone = false

  const compiling = diagrams.compile(task(chain(500))).finally(() => {
    isDone = true
  })
  for (; !isDone; turns++) await setImmediate()

  expect(Object.keys((await compiling).model?.nodes ?? {})).toHaveLength(502)
  expect(turns).toBeGreaterThan(10)
})

test('a diagram may call existing processes, and no others', async () => {
  const calls = ['there', 'elsewhere'].map((code) =>
    diagram(
      `${START}<callActivity id="c" calledElement="desk/${code}"/>${flow('f', 'start', 'c')}`,
    ),
  )

  const [there, elsewhere] = await Promise.all(calls.map((xml) => open().compile(task(xml))))

  expect(there?.problems).toEqual([])
  expect(elsewhere?.problems).toMatchObject([{ message: 'there is no process "desk/elsewhere"' }])
})

test.each([
  ['time', { time: 1 }, 'the diagram could not be checked within 0.001 seconds: make it smaller'],
  [
    'memory',
    { megabytes: 24 },
    'the diagram takes more than 24 MB of memory to check: make it smaller',
  ],
])('a diagram that takes too much %s is refused', async (_, limits, message) => {
  const { model, problems } = await open(limits).compile(task(chain(20_000)))

  expect(model).toBeUndefined()
  expect(problems).toEqual([{ element: '', name: '', message }])
})
