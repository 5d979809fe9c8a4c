import type { Definition } from '../../definitions/kinds.ts'
import type { Path } from '../../definitions/source.ts'
import { suggest } from '../../lib/did-you-mean.ts'
import type { Context } from '../../platform/context.ts'

/** The people of one solution. */
export type PeopleDefinitions = {
  solution: string
  users: Definition<'users'>[]
  orgCharts: Definition<'org-chart'>[]
  groups: Definition<'group'>[]
}

/** One change a solution makes: what it is, and how it is done. */
export type Step = { words: string; run(ctx: Context): Promise<void> }

/** Something in a definition that cannot be; `path` is where it says so. */
export type PeopleProblem = { definition: Definition; path: Path; message: string }

/**
 * The steps in their order, what is wrong, and the ids by subject as they will be: `user:anna`,
 * `group:crm/managers`, `position:cfo`, `department:sales`.
 */
export class Plan {
  readonly steps: Step[] = []
  readonly problems: PeopleProblem[] = []
  readonly names: Map<string, string>
  /** Those the solution makes administrators: ids with the names it gives them. */
  readonly administrators = new Map<string, string>()

  /** `known` are the names of what is there besides the solution. */
  constructor(known: Map<string, string>) {
    this.names = known
  }

  step(words: string, run: Step['run']): void {
    this.steps.push({ words, run })
  }

  /** What is there but not as it should be; what was deleted comes back. */
  change(subject: string, changed: Record<string, unknown>, run: Step['run']): void {
    const { deleted_at, ...rest } = changed
    const names = Object.keys(rest).map((name) => name.replace(/_id$/, '').replaceAll('_', ' '))
    const what = deleted_at === null ? 'bring back' : 'change'
    this.step(`${what} ${subject}${names.length > 0 ? `: ${names.join(', ')}` : ''}`, run)
  }

  problem(definition: Definition, path: Path, message: string): void {
    this.problems.push({ definition, path, message })
  }

  /** There is nothing of this name, but perhaps one that is nearly the same. */
  unknown(subject: string): string {
    const [kind, code] = split(subject)
    const known = [...this.names.keys()].map(split).filter(([each]) => each === kind)
    const codes = known.map(([, each]) => each)
    return `there is no ${kind} "${code}"${suggest(code, codes)}`
  }
}

function split(subject: string): [kind: string, code: string] {
  const at = subject.indexOf(':')
  return [subject.slice(0, at), subject.slice(at + 1)]
}
