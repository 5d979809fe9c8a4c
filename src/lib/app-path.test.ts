import { expect, test } from 'vitest'
import { parsePath, pathOf } from './app-path.ts'

test('a path is parsed into its parts', () => {
  expect(pathOf({ namespace: 'crm', code: 'orders' })).toBe('crm/orders')
  expect(parsePath('crm/orders')).toEqual({ namespace: 'crm', code: 'orders' })
})

test.each(['', 'crm', 'crm/'])('%j names no app', (path) => {
  expect(parsePath(path).code).toBe('')
})
