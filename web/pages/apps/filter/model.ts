/** What a condition asks of a field; which of them fit is a matter of the field's type. */
export const OPERATORS = [
  'contains',
  'lacks',
  'is',
  'isNot',
  'more',
  'atLeast',
  'less',
  'atMost',
  'on',
  'before',
  'after',
  'since',
  'until',
  'within',
  'yes',
  'no',
  'anyOf',
  'noneOf',
  'me',
  'empty',
  'filled',
] as const
export type Operator = (typeof OPERATORS)[number]

export type Condition = { field: string; operator: Operator; value?: unknown }
/** All of its parts hold, or any of them. */
export type Group = { isAny: boolean; parts: Part[] }
export type Part = Condition | Group

export const isGroup = (part: Part): part is Group => 'parts' in part

/** In the filter of a report, what stands for the value of one of its parameters. */
type ParameterName = { parameter: string }

export const isParameter = (value: unknown): value is ParameterName =>
  typeof value === 'object' && value !== null && 'parameter' in value

export const NOTHING: Group = { isAny: false, parts: [] }

/** Operators that need no value beside them. */
const BARE: readonly Operator[] = ['yes', 'no', 'me', 'empty', 'filled']
export const needsValue = (operator: Operator): boolean => !BARE.includes(operator)

/** A condition that somebody has only begun asks nothing yet. */
export function isComplete({ field, operator, value }: Condition): boolean {
  if (field === '') return false
  if (!needsValue(operator)) return true
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}

/** The conditions that ask something, without groups that are left empty. */
export function complete(group: Group): Group {
  const parts = group.parts.flatMap((part): Part[] => {
    if (!isGroup(part)) return isComplete(part) ? [part] : []
    const inner = complete(part)
    return inner.parts.length > 0 ? [inner] : []
  })
  return { isAny: group.isAny, parts }
}

/** Whether a condition compares with a parameter, which EQL cannot say. */
export const hasParameters = ({ parts }: Group): boolean =>
  parts.some((part) => (isGroup(part) ? hasParameters(part) : isParameter(part.value)))

export const countOf = (group: Group): number =>
  group.parts.reduce((sum, part) => sum + (isGroup(part) ? countOf(part) : 1), 0)

/** Short enough for an address: `["and",["total","atLeast",10],["or",…]]`. */
export function writeFilter(group: Group): string {
  const pack = ({ isAny, parts }: Group): unknown[] => [
    isAny ? 'or' : 'and',
    ...parts.map((part) =>
      isGroup(part)
        ? pack(part)
        : [part.field, part.operator, ...(part.value === undefined ? [] : [part.value])],
    ),
  ]
  return group.parts.length === 0 ? '' : JSON.stringify(pack(group))
}

/** What an address says; a mistyped one asks nothing. */
export function readFilter(text: string | null): Group {
  if (!text) return NOTHING
  try {
    const part = unpack(JSON.parse(text))
    return part && isGroup(part) ? part : NOTHING
  } catch {
    return NOTHING
  }
}

function unpack(packed: unknown): Part | undefined {
  if (!Array.isArray(packed)) return undefined
  const [first, ...rest] = packed
  const [second, value] = rest
  if (first === 'and' || first === 'or') {
    const isCondition = typeof second === 'string'
    if (!isCondition) {
      return { isAny: first === 'or', parts: rest.flatMap((each) => unpack(each) ?? []) }
    }
  }
  if (typeof first !== 'string' || !OPERATORS.includes(second)) return undefined
  return { field: first, operator: second, ...(value !== undefined && { value }) }
}
