/** The position in the query, from 1. */
export type At = { at: number }

/** `[code]`, `[fullname.lastname]`; inside a sub-query also `parent.[code]` and `root.[code]`. */
export type Property = At & { kind: 'property'; path: string[]; scope: 'own' | 'parent' | 'root' }

export type Literal = At & { kind: 'literal'; value: string | number | boolean | null }

/** `Datetime(2023, 1)`, `CurrentUser()` … with checked names and plain arguments. */
export type Call = At & { kind: 'call'; name: FunctionName; arguments: (string | number)[] }

/** `Count([field])` or `Count(from …)`, which needs no `select`. */
export type Count = At & { kind: 'count'; of: Property | Rows }

export type Operand = Property | Literal | Call | Count

/** The items of an app for which something holds. */
export type Rows = At & {
  kind: 'query'
  app: string
  select?: Property | undefined
  where: Expression | null
}
export type Query = Rows & { select: Property }

export type Comparison = At & {
  kind: 'comparison'
  operator: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like' | 'likef'
  left: Operand
  right: Operand
}

export type Membership = At & { kind: 'in'; left: Operand; right: Operand[] | Query }
export type IsNull = At & { kind: 'null'; operand: Operand }
export type Logic = At & { kind: 'and' | 'or'; parts: Expression[] }
export type Not = At & { kind: 'not'; part: Expression }

export type Expression = Comparison | Membership | IsNull | Logic | Not

/** The functions with their number of arguments. Names are case-insensitive. */
export const FUNCTIONS = {
  Datetime: [1, 7],
  Time: [1, 3],
  RelativeDatetime: [1, 2],
  CurrentUser: [0, 0],
  Refitem: [2, 3],
} as const satisfies Record<string, readonly [number, number]>
export type FunctionName = keyof typeof FUNCTIONS
