import { expect, test } from 'vitest'
import { type ChartDepartment, chartOf, type Employee } from './chart.ts'

const idOf = (at: number) => `p${String(at).padStart(6, '0')}`
const person = (at: number, manager: number | null): Employee => ({
  ...{ id: idOf(at), name: `Person ${at}`, department: `Team ${at}`, title: 'Lead' },
  ...{ manager: manager === null ? null : idOf(manager), isActive: true },
})

function levelsOf(departments: readonly ChartDepartment[]): number {
  const levels = new Map<string, number>()
  for (const { code, parent } of departments) {
    levels.set(code, parent === null ? 1 : (levels.get(parent) ?? Number.NaN) + 1)
  }
  return Math.max(...new Set(levels.values()))
}

const MANY = 50_000

test('a circle of managers, however long, is a chart of a few levels with everybody in it', () => {
  const circle = Array.from({ length: MANY }, (_, at) => person(at, (at + 1) % MANY))

  const chart = chartOf(circle)

  const users = chart.flatMap(({ positions }) => positions.flatMap((each) => each.users))
  expect(new Set(users).size).toBe(MANY)
  expect(users).toHaveLength(MANY)
  expect(levelsOf(chart)).toBe(50)
})

test('a circle is cut above the smallest id, and whoever is below it stays there', () => {
  const chart = chartOf([person(5, 2), person(2, 3), person(3, 1), person(1, 2), person(9, 5)])

  const nameOf = (code: string | null) => chart.find((each) => each.code === code)?.name ?? null
  const parents = Object.fromEntries(chart.map(({ name, parent }) => [name, nameOf(parent)]))
  expect(parents).toEqual({
    ...{ 'Team 1': null, 'Team 3': 'Team 1', 'Team 2': 'Team 3', 'Team 5': 'Team 2' },
    'Team 9': 'Team 5',
  })
})

test('many people without a manager find the one department of their name', () => {
  const heads = Array.from({ length: 1000 }, (_, at) => person(at, null))
  const below = heads.map(({ id }, at) => ({ ...person(2000 + at, null), manager: id }))
  const others = Array.from({ length: MANY }, (_, at) => ({
    ...person(10_000 + at, null),
    department: `Team ${at % 1000}`,
  }))

  const chart = chartOf([...heads, ...below, ...others])

  const team = chart.find(({ name }) => name === 'Team 7')
  expect(team?.positions.flatMap(({ users }) => users)).toHaveLength(1 + MANY / 1000)
})
