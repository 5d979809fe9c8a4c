import { expect, test } from 'vitest'
import { countWorkers } from './workers.ts'

test.each([
  { cores: 1, alone: 1, besideDatabase: 1 },
  { cores: 2, alone: 2, besideDatabase: 1 },
  { cores: 4, alone: 4, besideDatabase: 2 },
  { cores: 32, alone: 4, besideDatabase: 4 },
])('$cores cores leave room for an embedded database', ({ cores, alone, besideDatabase }) => {
  expect(countWorkers('auto', { cores, hasDatabase: false })).toBe(alone)
  expect(countWorkers('auto', { cores, hasDatabase: true })).toBe(besideDatabase)
  expect(countWorkers('3', { cores, hasDatabase: true })).toBe(3)
})
