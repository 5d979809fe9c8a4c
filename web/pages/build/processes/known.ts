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
  groups: Choice[]
}
