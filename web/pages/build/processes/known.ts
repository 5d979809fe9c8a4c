/** Something that can be chosen by its name in the files. */
export type Choice = { value: string; label: string }

/** What a process can refer to. */
export type Known = {
  /** The variables of the process with their types. */
  variables: Record<string, { name: string; type: string }>
  apps: Choice[]
  processes: Choice[]
  modules: Choice[]
  templates: Choice[]
  /** Who can do something: groups, positions, roles. */
  subjects: Choice[]
}

export const variableChoices = ({ variables }: Known): Choice[] =>
  Object.entries(variables).map(([value, { name }]) => ({ value, label: name }))
