/** A file of decisions as plain JSON: what is decided, from what, and how. */
export type Model = {
  name: string
  decisions: Record<string, Decision>
  /** Business knowledge models: functions that decisions may call. */
  functions: Record<string, Knowledge>
  inputs: Record<string, Variable>
  /** Named types, by name. */
  types: Record<string, Type>
}

export type Variable = { name: string; type?: string }

export type Type = {
  type?: string
  isList: boolean
  parts?: Record<string, Type>
}

export type Decision = Variable & {
  id: string
  /** Ids of the decisions, the input data and the functions that it uses. */
  needs: string[]
  logic: Expression
}

export type Knowledge = { id: string; name: string; needs: string[]; logic: Expression }

/** Boxed expressions of DMN. `id` names the nearest element with an id, for messages. */
export type Expression =
  | { kind: 'literal'; id: string; text: string }
  | Table
  /** The entry without a name is the result. */
  | { kind: 'context'; id: string; entries: { name?: string; type?: string; value: Expression }[] }
  | {
      kind: 'invocation'
      id: string
      callee: Expression
      bindings: { name: string; value: Expression }[]
    }
  | { kind: 'list'; id: string; items: Expression[] }
  | { kind: 'relation'; id: string; columns: string[]; rows: Expression[][] }
  | { kind: 'function'; id: string; parameters: Variable[]; body: Expression }

export const HIT_POLICIES = [
  'UNIQUE',
  'FIRST',
  'PRIORITY',
  'ANY',
  'COLLECT',
  'RULE ORDER',
  'OUTPUT ORDER',
] as const
export type HitPolicy = (typeof HIT_POLICIES)[number]

export const AGGREGATIONS = ['SUM', 'MIN', 'MAX', 'COUNT'] as const
export type Aggregation = (typeof AGGREGATIONS)[number]

export type Table = {
  kind: 'table'
  id: string
  hitPolicy: HitPolicy
  aggregation?: Aggregation
  inputs: Input[]
  outputs: Output[]
  /** Names of the columns of notes. */
  notes: string[]
  rules: Rule[]
}

export type Input = {
  id: string
  label: string
  expression: string
  type?: string
  /** Unary tests that every value has to pass. */
  allowed?: string
}

export type Output = {
  id: string
  /** Empty where there is one output. */
  name: string
  label: string
  type?: string
  /** In the order of their priority. */
  values?: string
  otherwise?: string
}

export type Rule = {
  id: string
  when: string[]
  results: string[]
  notes: string[]
  /** Ids of the cells, for messages: those of `when`, then those of `results`. */
  cells: string[]
}

/** Something wrong in the file, at the element with this id. */
export type DecisionProblem = { element: string; message: string; severity?: 'warning' }
