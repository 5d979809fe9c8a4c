import { expect, test } from 'vitest'
import { z } from 'zod'
import { startDemo } from '../../test/demo-company.ts'
import type { OpenApi } from '../api/openapi.ts'

const { as, admin, address } = await startDemo({})
const documentAt = async (path: string): Promise<OpenApi> =>
  JSON.parse(await (await fetch(`${address}${path}`)).text())
const pub = await documentAt('/pub/v1/openapi.json')

/** A schema of the document, as those who generate clients read it. */
function schemaOf(name: string): z.ZodType {
  const components = JSON.stringify(pub.components.schemas)
  const $defs = JSON.parse(components.replaceAll('#/components/schemas/', '#/$defs/'))
  return z.fromJSONSchema({ ...$defs[name], $defs })
}

const propertiesOf = (name: string): string[] => {
  const { schemas = {} } = pub.components
  const { properties } = schemas[name] as { properties: object }
  return Object.keys(properties)
}

const client = as(admin)
const all = { size: 100 }
const orders = { namespace: 'crm', code: 'orders' }

test.each([
  ['Item', () => client.apps.listItems({ params: orders, input: all })],
  [
    'Instance',
    () =>
      client.bpm.listByTemplate({
        params: { namespace: 'crm.orders', code: 'fulfil' },
        input: all,
      }),
  ],
  ['ListedTask', () => client.tasks.list({ input: all })],
] as const)('rows are what the document says of %s', async (name, list) => {
  const { result } = await list()
  const schema = schemaOf(name)
  const declared = propertiesOf(name)

  expect(result.result.length).toBeGreaterThan(0)
  for (const row of result.result) {
    expect(schema.safeParse(row).error?.issues ?? []).toEqual([])
    const system = Object.keys(row).filter((key) => key.startsWith('__'))
    expect(declared).toEqual(expect.arrayContaining(name === 'Item' ? system : ['__createdAt']))
  }
})

test('one schema of errors, and every area is described', async () => {
  for (const document of [pub, await documentAt('/manage/v1/openapi.json')]) {
    const tags = document.tags as { name: string; description?: string }[]
    expect(tags.filter(({ description }) => !description)).toEqual([])
    const contents = Object.values(document.components.responses ?? {}).map((response) =>
      Object.keys((response as { content: object }).content),
    )
    expect(new Set(contents.flat()).size).toBe(1)
  }
})

test('every reply of the document that is not a redirect or empty has a content', () => {
  const replies = Object.values(pub.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, responses }) =>
      Object.entries(responses as Record<string, { content?: object; $ref?: string }>).map(
        ([status, reply]) => ({ operationId, status, ...reply }),
      ),
    ),
  )
  const bare = replies.filter(
    ({ status, content, $ref }) => /^20/.test(status) && !content && !$ref,
  )

  expect(bare).toEqual([])
})
