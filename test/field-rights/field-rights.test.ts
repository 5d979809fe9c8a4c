import { expect, test } from 'vitest'
import { areas } from '../../src/client/areas.ts'
import { ClientError } from '../../src/client/client.ts'
import { newId } from '../../src/lib/ids.ts'
import { listenTo } from '../listen.ts'
import { otherOperations } from './other-operations.ts'
import { CODE, GUARDED, PLAIN, startStand, VALUE } from './stand.ts'
import { type Way, ways } from './ways.ts'

const stand = await startStand()
const { address, admin, ann, ids } = stand
const listen = listenTo(address)

const known = new Set([...Object.values(ids), ann.id, admin.id])

/** The response without the workspace name and ids, which differ between the workspaces. */
function comparable(answer: unknown, space: string): unknown {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(answer ?? null)
    .replaceAll(space, 'space')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (known.has(id)) return id
      if (!numbers.has(id)) numbers.set(id, `id ${numbers.size}`)
      return numbers.get(id) ?? ''
    })
    // An administrator can write the field in one workspace, and the other one refuses it.
    .replace(/"(__index|__version)":\d+/g, '"$1":0')
    .replace(/Staff \d+/g, 'Staff')
    .replace(/"(requestId|etag|x-request-id|position)":[^,}]*/g, '"$1":0')
  return JSON.parse(text)
}

async function answerOf(way: Way, by: typeof ann, { space, id }: { space: string; id: string }) {
  try {
    return comparable(await way({ stand, by, space, id }), space)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const { status, code, message, details } = error
    return comparable({ status, code, message, details }, space)
  }
}

const isWriting = (operation: string) => /create|update|set|restore|upsert|import/.test(operation)

/** Writes come last, so that nothing else is written in between. */
const table = Object.entries(ways)
  .sort(([one], [other]) => Number(isWriting(one)) - Number(isWriting(other)))
  .flatMap(([operation, each]) =>
    Object.entries(each).map(([name, way]) => ({ operation, name, way })),
  )

test.each(table)(
  '$operation, $name: a hidden field behaves like a missing one',
  async ({ way }) => {
    const [own, others] = [newId(), newId()]
    const hidden = await answerOf(way, ann, { space: GUARDED, id: own })
    const without = await answerOf(way, ann, { space: PLAIN, id: own })
    const seen = await answerOf(way, admin, { space: GUARDED, id: others })
    await answerOf(way, admin, { space: PLAIN, id: others })

    expect(hidden).toEqual(without)
    // Otherwise the test would not touch the field.
    expect(seen).not.toEqual(hidden)
  },
)

test('the table contains every operation', () => {
  const declared = Object.entries(areas).flatMap(([area, operations]) =>
    Object.keys(operations).map((name) => `${area}.${name}`),
  )
  const others = Object.values(otherOperations).flatMap((byArea) =>
    Object.entries(byArea).flatMap(([area, names]) => names.map((name) => `${area}.${name}`)),
  )

  expect([...Object.keys(ways), ...others].sort()).toEqual(declared.sort())
})

test('events do not reveal hidden fields', async () => {
  const [byAnn, byAdmin] = [await listen(ann, '', 0), await listen(admin, '', 0)]
  const last = newId()
  await stand.as(admin).apps.createItem({
    params: { namespace: PLAIN, code: 'staff' },
    input: { context: { __id: last, title: 'Last' } },
  })
  const isOver = () =>
    [byAnn, byAdmin].every(({ heard }) => heard.some(({ object }) => object.endsWith(last)))
  await expect.poll(isOver).toBe(true)

  const changes = (heard: typeof byAnn.heard) =>
    heard.filter(({ object }) => object.startsWith(`item:${GUARDED}/staff`)).map(({ data }) => data)
  expect(changes(byAnn.heard)).toHaveLength(changes(byAdmin.heard).length)
  expect(JSON.stringify(changes(byAdmin.heard))).toContain(`"${CODE}":${VALUE}`)
  expect(JSON.stringify(byAnn.heard)).not.toContain(CODE)
  expect(JSON.stringify(byAnn.heard)).not.toContain(String(VALUE))
})

test('an SQL report gets no rows of an app with hidden fields, whatever its query', async () => {
  const text = `name: Dynamic
columns: { title: { name: Title, type: STRING } }
sql: select (xpath('//title/text()', x))[1]::text as title from unnest(xpath('//row', query_to_xml('select * from ws_' || 'guarded.' || 'staff', true, false, ''))) x
rights: { "group:all_users": [read] }
`
  const path = `workspaces/${PLAIN}/reports/dynamic.yaml`
  const { files } = await stand.as(admin).solutions.export({ params: { code: PLAIN } })
  await stand.as(admin).solutions.apply({ input: { files: [...files, { path, content: text }] } })
  const params = { namespace: PLAIN, code: 'dynamic' }
  await stand.as(admin).access.grant({
    input: {
      kind: 'item',
      object: `${GUARDED}/staff/${ids.one}`,
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })

  const rowsOf = async (by: typeof ann) =>
    (await stand.as(by).reports.listRows({ params, input: {} })).result.total

  expect(await rowsOf(ann)).toBe(0)
  expect(await rowsOf(admin)).toBeGreaterThan(0)
})
