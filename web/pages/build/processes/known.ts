import type { Calendar } from '../../../../src/lib/calendar.ts'

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
  /** The apps that its item can be of: those of its variables, and its own. */
  itemApps: string[]
  /** Its working time; unknown until it is read. */
  calendar?: Calendar
}

export const variableChoices = ({ variables }: Known): Choice[] =>
  Object.entries(variables).map(([value, { name }]) => ({ value, label: name }))
