import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { newFolder } from './app.ts'
import { type Instead, startStandIn } from './conformance/stand-in.ts'
import { inherited } from './environment.ts'
import { startOAuth } from './oauth.ts'
import { solution } from './solution.ts'

const SUITE = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/conformance/dist/index.js',
)
const EXPECTED = join(import.meta.dirname, 'conformance/expected-failures.yml')

const { as, admin, address, register, person, decide } = await startOAuth()
await as(admin).solutions.apply({
  input: { files: solution('sales', { 'workspaces/sales/apps/orders.yaml': 'name: Orders\n' }) },
})
const { item } = await as(admin).apps.createItem({
  params: { namespace: 'sales', code: 'orders' },
  input: { context: { __name: 'Order 123' } },
})
const app = 'sales/orders'
const uri = `kontor://item/${app}/${item.__id}`
const instead: Instead = {
  test_simple_text: { name: 'kontor_describe', arguments: {} },
  test_error_handling: { name: 'kontor_get', arguments: { kind: 'item', app, id: newId() } },
  test_input_required_result_elicitation: {
    name: 'kontor_delete_items',
    arguments: { app, ids: [item.__id] },
  },
  test_simple_prompt: { name: 'my_day' },
  'test://static-text': { uri },
  'test://template/123/data': { uri },
}
const standIn = await startStandIn(address, admin.token, instead)
const results = await newFolder()

/** What a failure means is said in the file of expected ones; one that passes by now fails too. */
test.each([
  ['2026-07-28', '101 passed, 29 failed'],
  ['2025-11-25', '42 passed, 19 failed'],
])(
  'the conformance suite of revision %s passes but for what is expected',
  async (revision, total) => {
    const suite = ['--suite', 'all', '--spec-version', revision, '--timeout', '60000']
    const known = ['--expected-failures', EXPECTED]

    const output = await conform('server', '--url', `${standIn}/mcp`, ...suite, ...known).ended

    const summary = output.slice(output.indexOf('=== SUMMARY ==='))
    expect(summary).toContain('Baseline check passed')
    expect(summary).toContain(`Total: ${total}`)
  },
  180_000,
)

test('the suite gets a token of our authorisation server', async () => {
  const port = await freePort()
  const { body } = await register([`http://127.0.0.1:${port}/callback`], 'Conformance')
  const run = conform(
    ...['authorization', '--url', address, '--spec-version', '2026-07-28'],
    ...['--client-id', body.client_id ?? '', '--resource', `${address}/mcp`, '--port', port],
  )

  await expect.poll(() => run.output()).toMatch(/^http\S+\/oauth\/authorize\?\S+$/m)
  const [asked = ''] = /http\S+\/oauth\/authorize\?\S+/.exec(run.output()) ?? []
  const { redirect = '' } = await decide(await person(), new URL(asked).search.slice(1))
  await fetch(redirect)

  expect(await run.ended).toContain('Total: 3 passed, 0 failed')
})

function conform(...args: string[]) {
  const child = spawn(process.execPath, [SUITE, ...args, '--output-dir', results], {
    env: inherited,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return { output: () => text, ended: once(child, 'close').then(() => text) }
}

/** The suite listens there itself for the answer to its request. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}
