import { createHash } from 'node:crypto'

/** What provisioning reports about a person's place in the company. */
export type Employee = {
  id: string
  name: string
  department: string
  manager: string | null
  title: string
  isActive: boolean
}

export type ChartPosition = { code: string; name: string; isHead: boolean; users: string[] }
export type ChartDepartment = {
  code: string
  name: string
  parent: string | null
  positions: ChartPosition[]
}

/**
 * Whoever has people under them heads a department of their own, below that of their manager. Everybody else is in
 * the department of their manager; one whose own is called otherwise is a department without a head below it.
 */
export function chartOf(employees: readonly Employee[]): ChartDepartment[] {
  return new Chart(employees).build()
}

/** Usable as the code of a department, and the same for as long as the key is. */
const codeOf = (...key: string[]): string =>
  `scim_${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)}`

const headedBy = ({ id }: Employee): string => codeOf('manager', id)

class Chart {
  readonly #people: ReadonlyMap<string, Employee>
  readonly #managers: ReadonlySet<Employee>
  readonly #departments = new Map<string, ChartDepartment>()

  constructor(employees: readonly Employee[]) {
    this.#people = new Map(employees.map((each) => [each.id, each]))
    const working = employees.filter(({ isActive }) => isActive)
    this.#managers = new Set(working.flatMap((each) => this.#managersAbove(each)))
  }

  build(): ChartDepartment[] {
    for (const manager of this.#managers) this.#addHeaded(manager)
    for (const each of this.#people.values()) {
      if (each.isActive && !this.#managers.has(each)) this.#addMember(each)
    }
    return inOrder(this.#departments)
  }

  #managerOf({ id, manager }: Employee): Employee | undefined {
    return manager === null || manager === id ? undefined : this.#people.get(manager)
  }

  /** Nearest first; in a cycle each once. */
  #managersAbove(employee: Employee): Employee[] {
    const above = new Set<Employee>()
    for (let at = this.#managerOf(employee); at && !above.has(at); at = this.#managerOf(at)) {
      above.add(at)
    }
    return [...above]
  }

  /** The manager above this one. A cycle is cut at the smallest id. */
  #aboveOf(manager: Employee): Employee | undefined {
    const above = this.#managersAbove(manager)
    const isCut = above.includes(manager) && above.every(({ id }) => manager.id <= id)
    return isCut ? undefined : above[0]
  }

  #addHeaded(manager: Employee): void {
    const above = this.#aboveOf(manager)
    const { department, title, isActive } = manager
    const isPart = above !== undefined && above.department === department && department !== ''
    const name = isPart ? `${department} (${manager.name})` : department || manager.name
    const code = headedBy(manager)
    const users = isActive ? [manager.id] : []
    const head = { code: codeOf(code, 'head'), name: title || name, isHead: true, users }
    this.#departments.set(code, {
      code,
      name,
      parent: above ? headedBy(above) : null,
      positions: [head],
    })
  }

  #addMember(employee: Employee): void {
    const department = this.#departmentOf(employee)
    if (!department) return
    const name = employee.title || department.name
    const code = codeOf(department.code, 'position', name)
    const position = department.positions.find((each) => each.code === code)
    if (position) position.users.push(employee.id)
    else department.positions.push({ code, name, isHead: false, users: [employee.id] })
  }

  #departmentOf(employee: Employee): ChartDepartment | undefined {
    const manager = this.#managerOf(employee)
    const { department: name } = employee
    if (manager && (name === '' || name === manager.department)) {
      return this.#departments.get(headedBy(manager))
    }
    if (name === '') return undefined
    const parent = manager ? headedBy(manager) : null
    return (manager ? undefined : this.#onlyNamed(name)) ?? this.#addHeadless(name, parent)
  }

  /** A person without a manager belongs to the department of that name that somebody heads. */
  #onlyNamed(name: string): ChartDepartment | undefined {
    const [one, another] = [...this.#managers].filter(
      (each) => each.department === name && this.#aboveOf(each)?.department !== name,
    )
    return one && !another ? this.#departments.get(headedBy(one)) : undefined
  }

  #addHeadless(name: string, parent: string | null): ChartDepartment {
    const code = codeOf('department', parent ?? '', name)
    const department = this.#departments.get(code) ?? { code, name, parent, positions: [] }
    this.#departments.set(code, department)
    return department
  }
}

/** Parents come first. */
function inOrder(departments: ReadonlyMap<string, ChartDepartment>): ChartDepartment[] {
  const ordered = new Set<ChartDepartment>()
  const add = (department: ChartDepartment | undefined): void => {
    if (!department || ordered.has(department)) return
    if (department.parent !== null) add(departments.get(department.parent))
    ordered.add(department)
  }
  for (const each of departments.values()) add(each)
  return [...ordered]
}
