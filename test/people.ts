import type { PeopleDefinitions } from '../src/areas/people/step.ts'
import { type Definition, type Kind, kinds } from '../src/definitions/kinds.ts'
import { definitionId } from '../src/lib/codes.ts'

type Given = {
  users?: Record<string, object>
  departments?: object[]
  /** By namespace and code: `crm/managers`. */
  groups?: Record<string, object>
}

/** The people files of a solution. */
export function people(solution: string, { users, departments, groups = {} }: Given) {
  const define = <K extends Kind>(kind: K, namespace: string, code: string, body: object) =>
    ({
      id: definitionId(kind, namespace, code),
      kind,
      namespace,
      code,
      solution,
      body: kinds[kind].schema.parse(body),
    }) as Definition<K>
  return {
    solution,
    users: users ? [define('users', 'global', `${solution}_users`, { users })] : [],
    orgCharts: departments
      ? [define('org-chart', 'global', `${solution}_org_chart`, { departments })]
      : [],
    groups: Object.entries(groups).map(([name, body]) => {
      const [namespace = '', code = ''] = name.split('/')
      return define('group', namespace, code, body)
    }),
  } satisfies PeopleDefinitions
}
