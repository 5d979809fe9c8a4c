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

/** More levels than any company has; a longer chain begins anew at the top. */
const MOST_LEVELS = 50

/** A manager's own manager, and how many managers are above both. */
type Level = { above: Employee | undefined; level: number }

class Chart {
  readonly #people: ReadonlyMap<string, Employee>
  /** Everybody above somebody who works here. */
  readonly #managers = new Map<Employee, Level>()
  readonly #departments = new Map<string, ChartDepartment>()
  /** The departments that somebody heads, by their names, without those inside another one of that name. */
  readonly #named: ReadonlyMap<string, Employee[]>

  constructor(employees: readonly Employee[]) {
    this.#people = new Map(employees.map((each) => [each.id, each]))
    for (const each of employees) if (each.isActive) this.#addAbove(each)
    const outermost = [...this.#managers]
      .filter(([{ department }, { above }]) => above?.department !== department)
      .map(([manager]) => manager)
    this.#named = Map.groupBy(outermost, ({ department }) => department)
  }

  build(): ChartDepartment[] {
    for (const manager of this.#managers.keys()) this.#addHeaded(manager)
    for (const each of this.#people.values()) {
      if (each.isActive && !this.#managers.has(each)) this.#addMember(each)
    }
    return inOrder(this.#departments)
  }

  #managerOf({ id, manager }: Employee): Employee | undefined {
    return manager === null || manager === id ? undefined : this.#people.get(manager)
  }

  /** Each manager once, however many people are below them. */
  #addAbove(employee: Employee): void {
    const path = new Set<Employee>()
    let at = this.#managerOf(employee)
    for (; at && !this.#managers.has(at) && !path.has(at); at = this.#managerOf(at)) path.add(at)
    const upwards = [...path]
    const cycle = at && path.has(at) ? upwards.splice(upwards.indexOf(at)) : []
    const [top, ...rest] = fromSmallest(cycle)
    if (top) this.#managers.set(top, { above: undefined, level: 0 })
    for (const each of [...rest, ...upwards.reverse()]) this.#addBelow(each, this.#managerOf(each))
  }

  #addBelow(manager: Employee, above: Employee | undefined): void {
    const level = above ? (this.#managers.get(above)?.level ?? 0) + 1 : 0
    const isTop = level >= MOST_LEVELS
    this.#managers.set(manager, isTop ? { above: undefined, level: 0 } : { above, level })
  }

  #addHeaded(manager: Employee): void {
    const above = this.#managers.get(manager)?.above
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
    const [one, another] = this.#named.get(name) ?? []
    return one && !another ? this.#departments.get(headedBy(one)) : undefined
  }

  #addHeadless(name: string, parent: string | null): ChartDepartment {
    const code = codeOf('department', parent ?? '', name)
    const department = this.#departments.get(code) ?? { code, name, parent, positions: [] }
    this.#departments.set(code, department)
    return department
  }
}

/** The members of a cycle downwards, cut above the smallest id. Each is below the one after it. */
function fromSmallest(cycle: readonly Employee[]): Employee[] {
  const ids = cycle.map(({ id }) => id).sort()
  const at = cycle.findIndex(({ id }) => id === ids[0])
  return [...cycle.slice(0, at + 1).reverse(), ...cycle.slice(at + 1).reverse()]
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
