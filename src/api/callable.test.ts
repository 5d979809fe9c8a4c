import { expect, test } from 'vitest'
import { areas } from '../client/areas.ts'
import { callableNames, describeCall } from './callable.ts'
import type { Area } from './operation.ts'

const all: Record<string, Area> = areas
const operationOf = (name: string) => {
  const [area = '', operation = ''] = name.split('.')
  return all[area]?.[operation]
}

test('every operation that can be a tool has a description and a schema of what it takes', () => {
  const names = callableNames(all)
  const described = names.map((name) => {
    const operation = operationOf(name)
    return operation && { name, ...describeCall(operation) }
  })

  expect(names.length).toBeGreaterThan(80)
  for (const each of described) {
    expect(each?.description).toBeTruthy()
    expect(each?.parameters).toMatchObject({
      type: 'object',
      properties: { params: {}, input: {} },
    })
    expect(each?.name.length).toBeLessThanOrEqual(64)
  }
})

test('what hands out rights, answers with files or belongs to administrators is no tool', () => {
  const names = callableNames(all)
  const wrong = names.filter((name) => {
    const { path = '', gives = [], isUpload, isDownload, access } = operationOf(name) ?? {}
    const isSafe = gives.length === 0 && !isUpload && !isDownload && access !== 'public'
    return !isSafe || !path.startsWith('/pub/v1/')
  })

  expect(wrong).toEqual([])
  expect(names).toContain('apps.updateItem')
  expect(names.filter((name) => /^(access|webhooks|solutions|system)\./.test(name))).toEqual([])
})
