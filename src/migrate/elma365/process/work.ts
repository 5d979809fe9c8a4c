import type { Definition, Definitions } from '../fields.ts'
import { Field, readList } from '../schemas.ts'
import { fieldCode, toName } from '../text.ts'
import type { Say, VendorApp, World } from '../world.ts'
import type { Diagram } from './diagram.ts'
import type { Process, Transition } from './schemas.ts'

/** What the conversion of a process works with. */
export type Work = {
  world: World
  say: Say
  process: Process
  /** `namespace/code` as the package writes it. */
  from: string
  variables: Definitions
  diagram: Diagram
  transitions: Transition[]
  /** Who does the tasks of a lane, by the id of the lane in the package. */
  performers: Map<string, string>
  /** Lanes whose people get a task each, with the variable that names them. */
  each: Map<string, string>
  /** The variable that holds what the function of a gateway answered. */
  answers: Map<string, string>
  /** The program whose functions steps call; absent = other programs do these steps. */
  program: string | undefined
}

/** Ids of packages begin with digits, which XML does not allow. */
export const toId = (id: string, prefix = 'e'): string =>
  /^[0-]+$/.test(id) ? 'start' : `${prefix}_${id.replaceAll(/\W/g, '_')}`

export const isVariable = ({ variables }: Work, code: string): boolean =>
  Object.hasOwn(variables, code)

/** Adds a variable that a step needs; its code is free. */
export function addVariable({ variables }: Work, code: string, definition: Definition): string {
  let free = code
  for (let no = 2; Object.hasOwn(variables, free); no++) free = `${code}_${no}`
  variables[free] = definition
  return free
}

/** The app whose items a variable holds. */
export function appOf(work: Work, variable: string): VendorApp | undefined {
  const field = readList(Field, work.process.context).known.find(
    ({ code }) => fieldCode(code) === variable,
  )
  const { namespace, code } = (field?.data ?? {}) as { namespace?: unknown; code?: unknown }
  return work.world.apps.get(`${namespace}/${code}`)
}

/** What people call a variable. */
export const labelOf = ({ variables }: Work, code: string): string =>
  toName(variables[code]?.name ?? '', code)
