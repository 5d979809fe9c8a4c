import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { readGuide } from '../../test/guide-blocks.ts'
import { runProgram } from '../../test/guide-program.ts'
import { solutionParts } from '../app/solutions.ts'
import { applySolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { loadDemo } from './load.ts'

const { app, address, admin, as, make } = await startApp({ environment: { KONTOR_WORKERS: '4' } })
await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
const demo = await loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })
const open = async () =>
  (await as(admin).bpm.listIncidents({ input: {} })).incidents.map(({ id }) => id)
const before = await open()
await app.startJobs()

test('every demo process ends also without a mail server and a register', async () => {
  const { blocks } = await readGuide('processes')
  const printed = blocks.find(({ info }) => info === 'text')?.text ?? ''

  const said = await runProgram('processes', 'js demo', {
    KONTOR_URL: address,
    KONTOR_PASSWORD: demo?.signIn?.password ?? '',
  })

  expect(said.trim()).toBe(printed.replace('in the register: true', 'in the register: null'))
  expect(await open()).toEqual(before)
  expect((await as(admin).jobs.list({ input: { state: 'failed' } })).jobs).toEqual([])
})
