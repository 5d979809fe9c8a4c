import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { readGuide } from '../../test/guide-blocks.ts'
import { runProgram } from '../../test/guide-program.ts'
import { startSmtp } from '../../test/smtp.ts'
import { solutionParts } from '../app/solutions.ts'
import { applySolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { loadDemo } from './load.ts'

const smtp = await startSmtp()
afterAll(() => smtp.stop())
const { app, address, admin, make, request } = await startApp({
  environment: {
    KONTOR_WORKERS: '4',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    KONTOR_MAIL_FROM: 'kontor@example.com',
  },
})

/** A mock register: it accepts the request and calls back later. */
type Question = { restorePointId: string; context: { tax_number: string } }
const asked: Question[] = []
const register = createServer(async (incoming, response) => {
  const question = (await json(incoming)) as Question
  asked.push(question)
  response.writeHead(202).end()
  await request(`/pub/v1/bpm/restore-point/${question.restorePointId}/restore`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({
      context: { is_known: question.context.tax_number.startsWith('DE'), answer: { since: 1998 } },
    }),
  })
}).listen(0, '127.0.0.1')
await once(register, 'listening')
afterAll(() => register.close().closeAllConnections())
const { port } = register.address() as AddressInfo

const toRegister = (module: Buffer) =>
  module.toString().replace(/https:\S+\/check_company/, `http://127.0.0.1:${port}/check_company`)

await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
const demo = await loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })
const contracts = await readFolder('solutions/contracts')
await applySolution(make.asSystem, solutionParts, {
  files: contracts.map(({ path, content }) => ({
    path,
    content: path === 'modules/bridge.yaml' ? Buffer.from(toRegister(content)) : content,
  })),
  allowLoss: false,
})
await app.startJobs()

test('the script of the guide completes every process of the demo', async () => {
  const { blocks } = await readGuide('processes')
  const printed = blocks.find(({ info }) => info === 'text')?.text

  const said = await runProgram('processes', 'js demo', {
    KONTOR_URL: address,
    KONTOR_PASSWORD: demo?.signIn?.password ?? '',
  })

  expect(said.trim()).toBe(printed)
  expect(asked).toHaveLength(1)
  expect(smtp.letters).toHaveLength(1)
})
