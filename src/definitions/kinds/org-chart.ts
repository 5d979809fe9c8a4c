import { z } from 'zod'
import { Code, Name } from '../../lib/codes.ts'
import type { DefinitionKind } from '../kind.ts'
import type { Issue, Path } from '../source.ts'

const Position = z.strictObject({
  code: Code,
  name: Name,
  isHead: z.boolean().default(false),
  users: z.array(z.string()).default([]).describe('logins'),
})

type DepartmentInput = {
  code: string
  name: string
  positions?: z.input<typeof Position>[]
  departments?: DepartmentInput[]
}
export type Department = {
  code: string
  name: string
  positions: z.output<typeof Position>[]
  departments: Department[]
}
const Department: z.ZodType<Department, DepartmentInput> = z.strictObject({
  code: Code,
  name: Name,
  positions: z.array(Position).default([]),
  get departments() {
    return z.array(Department).default([])
  },
}) as z.ZodType<Department, DepartmentInput>

const OrgChart = z.strictObject({ departments: z.array(Department).min(1) })

export const orgChart: DefinitionKind<typeof OrgChart> = {
  schema: OrgChart,
  files: ['people/org-chart'],
  code: 'org_chart',
  makes: ({ departments }) => unitsIn(departments),
  check: ({ departments }) => checkOrgChart(departments),
}

const unitsIn = (departments: Department[]): string[] =>
  departments.flatMap((department) => [
    `department:${department.code}`,
    ...department.positions.map(({ code }) => `position:${code}`),
    ...unitsIn(department.departments),
  ])

function checkOrgChart(departments: Department[]): Issue[] {
  const seen = new Set<string>()
  const visit = (list: Department[], path: Path): Issue[] =>
    list.flatMap((department, at) => [
      ...once(department.code, [...path, at, 'code']),
      ...department.positions.flatMap(({ code }, index) =>
        once(code, [...path, at, 'positions', index, 'code']),
      ),
      ...visit(department.departments, [...path, at, 'departments']),
    ])
  const once = (code: string, path: Path): Issue[] => {
    if (seen.has(code)) return [{ path, message: `the code "${code}" is there twice` }]
    seen.add(code)
    return []
  }
  return visit(departments, ['departments'])
}
