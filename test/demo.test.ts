import { expect, test } from 'vitest'
import { readFolder } from '../src/definitions/folder.ts'
import { readData } from '../src/demo/data.ts'
import { dataFolder } from './server-process.ts'

const FOLDERS = ['company', 'crm', 'service-desk', 'contracts']
const LONG = 180_000

const files = (
  await Promise.all(FOLDERS.map((folder) => readFolder(`solutions/${folder}`)))
).flatMap(readData)

const total = async (address: string, token: string, path: string): Promise<number> => {
  const answer = await fetch(`${address}/pub/v1/app/${path}/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{"size":0}',
  })
  const { result } = (await answer.json()) as { result: { total: number } }
  return result.total
}

test(
  'the first start on the embedded database loads the demo, and the second one does not repeat it',
  async () => {
    const { start } = await dataFolder()
    const first = start({ KONTOR_DEMO: '' })
    const address = await first.ready()
    const token = /^\s*token\s+(\S+)$/m.exec(first.output())?.[1] ?? ''

    const totals = await Promise.all(
      files.map(({ namespace, code }) => total(address, token, `${namespace}/${code}`)),
    )
    const [, items, login, password] =
      /^Demo\s+4 solutions, (\d+) items: sign in as (\S+) \/ (\S+)$/m.exec(first.output()) ?? []
    const signIn = await fetch(`${address}/manage/v1/session`, {
      method: 'POST',
      body: JSON.stringify({ login, password }),
    })

    expect(totals).toEqual(files.map(({ rows }) => rows.length))
    expect(Number(items)).toBe(totals.reduce((sum, each) => sum + each, 0))
    expect(signIn.status).toBe(200)
    await first.stop()

    const second = start({ KONTOR_DEMO: '' })
    await second.ready()
    expect(second.output()).not.toContain('Demo')
  },
  LONG,
)

test(
  'a start without the demo has only the built-in workspaces',
  async () => {
    const { start } = await dataFolder()
    const server = start({ KONTOR_DEMO: 'off' })
    const address = await server.ready()
    const token = /^\s*token\s+(\S+)$/m.exec(server.output())?.[1] ?? ''

    const answer = await fetch(`${address}/pub/v1/scheme/namespaces`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { result } = (await answer.json()) as { result: { result: { code: string }[] } }

    expect(result.result.map(({ code }) => code).toSorted()).toEqual([
      '_clients',
      '_system_catalogs',
    ])
    expect(await total(address, token, '_clients/_deals')).toBe(0)
  },
  LONG,
)
