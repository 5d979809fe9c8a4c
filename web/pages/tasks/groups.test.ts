import { expect, test } from 'vitest'
import { en } from '../../texts/en/index.ts'
import { groupByDue, groupByName } from './groups.ts'
import type { Row } from './rows.ts'

const task = (name: string, dueDate: string | null): Row => ({
  __id: name,
  __name: name,
  state: 'in_progress',
  template: '',
  instance: { __id: '', __name: '' },
  priority: 0,
  __updatedAt: '',
  dueDate,
  performers: null,
  allowReassign: false,
  __item: null,
  __createdBy: '',
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('tasks are grouped by when they are due, the most urgent first', () => {
  const rows = [task('none', null), task('later', inDays(30)), task('late', inDays(-1))]

  const groups = groupByDue([...rows, task('week', inDays(3))], en)

  expect(groups.map(({ key, rows: [row] }) => [key, row?.__name])).toEqual([
    ['overdue', 'late'],
    ['week', 'week'],
    ['later', 'later'],
    ['none', 'none'],
  ])
})

test('groups by name are in the order of the alphabet, the nameless last', () => {
  const rows = [task('', null), task('Sales', null), task('Law', null)]

  const groups = groupByName(rows, ({ __name }) => __name || undefined, 'Other')

  expect(groups.map(({ title }) => title)).toEqual(['Law', 'Sales', 'Other'])
})
