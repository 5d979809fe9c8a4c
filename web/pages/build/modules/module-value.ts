import type { EditorProps } from '../editor-props.ts'
import type { FieldValue } from '../fields/new-field.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { functionsIn } from './functions.ts'

/** What calls a function of a program. */
export type Caller = { name?: string; script?: string; function?: string }

type Values = Record<string, FieldValue | null>

/** A module as a draft has it: anything may be missing. */
export type ModuleValue = {
  scripts?: Record<string, string | null>
  scriptUser?: string
  telephony?: { enabled?: boolean } | null
  actions?: Record<string, (Caller & { url?: string; input?: Values; output?: Values }) | null>
  handlers?: Record<string, (Caller & { on?: string; app?: string }) | null>
  routes?: Record<string, (Caller & { access?: string; methods?: string[] }) | null>
}

/** What every part of the designer of modules is given; `root` is the schema of modules. */
export type ModulePartProps = EditorProps & { root: JsonSchema; value: ModuleValue }

/** What is called where nothing is said. */
export const USUAL = 'action'

/** A program begins with the function that is called where nothing is said. */
export const firstProgram = ({ firstComment }: { firstComment: string }): string =>
  `// ${firstComment}\nasync function ${USUAL}() {\n}\n`

/** The program and function that something new begins with. */
export function firstCalled({ scripts = {} }: ModuleValue): { script?: string; function?: string } {
  const [script] = Object.keys(scripts)
  if (script === undefined) return {}
  const known = functionsIn(scripts[script] ?? '')
  const [first] = known
  return { script, ...(first !== undefined && !known.includes(USUAL) && { function: first }) }
}

/** `modules/desk.yaml` is the module desk. */
export const codeOfModule = (file: string): string => file.replace(/^modules\/|\.yaml$/g, '')
