import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newId, SHARED_FILES } from '../../src/lib/ids.ts'
import { newFolder, startApp } from '../app.ts'
import { solution } from '../solution.ts'
import type { Answers, Stand } from './programs/types.ts'

/** Clients that others generate from our document, used as a program would use them. */
const GENERATORS = ['swagger-typescript-api', 'hey-api']

const { as, admin, address, request } = await startApp({ environment: { KONTOR_WORKERS: '1' } })
const files = solution('sales', {
  'workspaces/sales/apps/orders.yaml':
    'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n',
  'workspaces/sales/processes/check.yaml': 'name: Check\n',
  'workspaces/sales/processes/check.bpmn': `<definitions
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
    targetNamespace="urn:sales"><process id="check" isExecutable="true"><startEvent id="start" />
    <userTask id="do" name="Check it" kontor:performer="role:author" /><endEvent id="end" />
    <sequenceFlow id="a" sourceRef="start" targetRef="do" />
    <sequenceFlow id="b" sourceRef="do" targetRef="end" /></process></definitions>`,
})
await as(admin).solutions.apply({ input: { files } })
const folder = await newFolder()
const here = import.meta.dirname
const run = promisify(execFile)

/** As new projects have it, and stricter. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  },
}

const document = join(folder, 'openapi.json')
await writeFile(document, await (await request('/pub/v1/openapi.json')).text())
await cp(join(here, 'programs'), folder, { recursive: true })
await run(process.execPath, [join(here, 'generate.ts'), document, join(folder, 'clients')])

test('clients of two generators are strictly typed, and so are programs that use them', async () => {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const compiler = join(here, '../../node_modules/typescript/bin/tsc')

  const compiled = run(process.execPath, [compiler, '-p', folder])

  // The compiler says what is wrong on its output, and only there.
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
})

test.each(GENERATORS)('a client of %s uses the server', async (generator) => {
  const program = (await import(join(folder, `${generator}.ts`))) as {
    callAll(stand: Stand): Promise<Answers>
  }
  const unknownId = newId()

  const answers = await program.callAll({
    address,
    token: admin.token,
    namespace: 'sales',
    app: 'orders',
    process: 'check',
    directory: SHARED_FILES,
    unknownId,
  })

  const { id } = answers.created
  expect(answers).toEqual({
    workspaces: ['sales'],
    app: 'orders',
    created: { id: expect.any(String), createdAt: expect.any(String), version: expect.any(Number) },
    title: 'Two',
    listed: [id],
    listedByGet: [id],
    instance: 'wait',
    tasks: expect.arrayContaining(['Check it']),
    people: 1,
    file: expect.stringMatching(/^a/),
    stored: 'stored',
    refusal: { status: 404, error: expect.stringContaining(unknownId) },
  })
})
