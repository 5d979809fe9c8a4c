import { expect, test } from 'vitest'
import { startDemo } from '../../test/demo-company.ts'
import { readGuide } from '../../test/guide-blocks.ts'

const { admin, request } = await startDemo()

const [filtering, eql] = [await readGuide('filtering'), await readGuide('eql')]

async function post(path: string, body: string) {
  const headers = { 'x-token': admin.token }
  const response = await request(path, { method: 'POST', headers, body })
  return (await response.json()) as {
    error: string
    result?: { result: object[]; total: number | null }
  }
}

/** Each request with the response shown below it, if any. */
const requests = filtering.blocks.flatMap(({ info, text }, at) => {
  if (info !== 'http') return []
  const [first = '', ...body] = text.split('\n')
  const next = filtering.blocks[at + 1]
  const shown: unknown = next?.info === 'json' ? JSON.parse(next.text) : undefined
  return [{ path: first.replace('POST ', ''), body: body.join('\n'), shown }]
})

test.each(requests)('$body returns what the guide shows', async ({ path, body, shown }) => {
  const answer = await post(path, body)

  if (shown) return expect(answer).toMatchObject(shown)
  expect(answer.error).toBe('')
  expect(answer.result?.result.length).toBeGreaterThan(0)
})

const queries = eql.blocks.flatMap(({ info, text }) =>
  text.split('\n').map((query) => ({ path: info.replace('eql ', ''), query })),
)

test.each(queries)('$query finds some items of $path', async ({ path, query }) => {
  const ask = (filter: object) => post(`/pub/v1/app/${path}/list`, JSON.stringify({ filter }))

  const { error, result } = await ask({ eql: { query } })

  expect(error).toBe('')
  expect(result?.total).toBeGreaterThan(0)
})

const mistakes = Array.from(
  eql.text.matchAll(/^\| `(.*?)`\s+\| `(eql: .*?)`\s+\|$/gm),
  ([, query = '', message = '']) => ({ query, message }),
)

test.each(mistakes)('$query is refused as the guide says', async ({ query, message }) => {
  const body = JSON.stringify({ filter: { eql: { query } } })

  expect((await post('/pub/v1/app/crm/orders/list', body)).error).toBe(message)
})

test('the guides have examples of everything', () => {
  expect([requests.length > 5, queries.length > 20, mistakes.length]).toEqual([true, true, 5])
})
