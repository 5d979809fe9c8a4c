import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'

const { app, address } = await startApp()

test('a stop does not wait for connections without a request', async () => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const closed = once(socket, 'close')

  await app.server.close()

  expect(await closed).toEqual([false])
})
