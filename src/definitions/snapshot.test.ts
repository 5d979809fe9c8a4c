import { expect, test } from 'vitest'
import type { DefinitionRow } from '../platform/definitions.ts'
import { toSnapshot } from './snapshot.ts'

test('the languages of a snapshot are those that its texts are written in', () => {
  const bodies = ['{"name":{"en":"Deals","ru":"Сделки"}}', '{"name":"Plain"}']
  const rows = bodies.map((body, at) => [String(at), { id: String(at), body } as DefinitionRow])

  const { languages } = toSnapshot({ version: 1, rows: new Map(rows as never) })

  expect([...languages]).toEqual(['en', 'ru'])
})
