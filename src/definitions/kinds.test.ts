import { expect, test } from 'vitest'
import { allKinds, identify } from './identify.ts'
import { kindOf } from './kinds.ts'

test.each(allKinds)('every path of a %s is that of no other kind', (kind) => {
  const { files, code } = kindOf(kind)
  for (const path of files) {
    const found = identify(`${path.replace('{code}', 'one').replace(/\{\w+\}/g, 'home')}.yaml`)

    expect(found?.kind).toBe(kind)
    expect(found?.code).toBe(code ?? (path.includes('{code}') ? 'one' : 'home'))
  }
})

test.each(allKinds)('what a %s declares of its body is there', (kind) => {
  const { schema, fields = [], attachments = {} } = kindOf(kind)
  const named = Object.entries(attachments).flatMap(([key, { isNamed }]) => (isNamed ? [key] : []))

  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining([...fields, ...named]))
  for (const { ending, isNamed } of Object.values(attachments))
    expect(ending ?? isNamed).toBeDefined()
})
