import { hasFunction } from '../expressions/cel.ts'
import { bare } from '../expressions/expression.ts'
import { cel, type Tree } from '../expressions/library.ts'

/** The members of each type's values; types that are missing here are not checked. */
const MEMBERS: Record<string, string[]> = {
  STRING: [],
  LINK: [],
  DATETIME: [],
  INTEGER: [],
  FLOAT: [],
  DURATION: [],
  BOOLEAN: [],
  MONEY: ['cents', 'currency'],
  FULL_NAME: ['lastname', 'firstname', 'middlename'],
  STATUS: ['order', 'status'],
}

/** Reports unknown functions, and members that values of a type do not have. */
export function checkNamesInside(text: string, types: Record<string, string> = {}): string[] {
  return [...walk(cel().parse(bare(text)).expr, types)]
}

/** The same for a path such as `order.customer`. */
export function checkMember(path: string, types: Record<string, string> = {}): string[] {
  const [name = '', member] = path.split('.')
  return member === undefined ? [] : unknownMember(name, member, types)
}

function unknownMember(name: string, member: string, types: Record<string, string>): string[] {
  const type = Object.hasOwn(types, name) ? (types[name] ?? '') : ''
  const members = MEMBERS[type]
  return members && !members.includes(member) ? [`"${name}" is ${type} and has no "${member}"`] : []
}

function* walk(tree: Tree | undefined, types: Record<string, string>): Generator<string> {
  const kind = tree?.exprKind
  if (kind?.case === 'selectExpr') {
    const { operand, field } = kind.value
    const variable = operand?.exprKind
    if (variable?.case === 'identExpr') yield* unknownMember(variable.value.name, field, types)
    else yield* walk(operand, types)
  } else if (kind?.case === 'callExpr') {
    const { function: name, target, args } = kind.value
    if (!hasFunction(name, target !== undefined, args.length)) {
      const form = target ? `.${name}()` : `${name}()`
      yield `there is no function "${form}" with ${args.length} arguments`
    }
    yield* walk(target, types)
    for (const each of args) yield* walk(each, types)
  } else if (kind?.case === 'listExpr') {
    for (const each of kind.value.elements) yield* walk(each, types)
  } else if (kind?.case === 'structExpr') {
    for (const { value } of kind.value.entries) yield* walk(value, types)
  } else if (kind?.case === 'comprehensionExpr') {
    const { iterRange, loopStep, loopCondition, result, iterVar, iterVar2 } = kind.value
    yield* walk(iterRange, types)
    const { [iterVar]: _, [iterVar2]: __, ...inner } = types
    for (const each of [loopStep, loopCondition, result]) yield* walk(each, inner)
  }
}
