import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { readGuide } from '../../../../test/guide-blocks.ts'
import { solution } from '../../../../test/solution.ts'

const { app, as, admin, request, make } = await startApp({ environment: { KONTOR_WORKERS: '1' } })
await make.user({ login: 'owner', email: 'admin@shop.example' })
await app.startJobs()

type Example = { method: string; path: string; body: string }

/** The first line says where, the rest is the body. */
function readExample({ text }: { text: string }): Example {
  const [first = '', ...rest] = text.split('\n')
  const [method = '', path = ''] = first.split(' ')
  return { method, path, body: rest.join('\n') }
}

const { blocks } = await readGuide('import')
const of = (language: string) => blocks.filter(({ info }) => info === language)
const [upload, start, status, exported] = of('http').map(readExample) as [
  Example,
  Example,
  Example,
  Example,
]
const [table, result] = of('csv').map(({ text }) => text) as [string, string]

const send = ({ method, path, body }: Example) =>
  request(path, { method, headers: { authorization: `Bearer ${admin.token}` }, body })

test('the guide to import and export does what it says', async () => {
  const [, path = '', yaml = ''] = /^# (\S+)\n(.*)$/s.exec(of('yaml')[0]?.text ?? '') ?? []
  await as(admin).solutions.apply({ input: { files: solution('shop', { [path]: yaml }) } })

  await send({ ...upload, body: table })
  await send(start)

  const shown = JSON.parse(of('json')[0]?.text ?? '')
  await expect.poll(async () => (await send(status)).json()).toMatchObject(shown)
  const text = (await (await send(exported)).text()).replace('\ufeff', '').replaceAll('\r\n', '\n')
  expect(text.replaceAll(/^[0-9a-f-]{36},/gm, '*,')).toBe(`${result}\n`)
})
