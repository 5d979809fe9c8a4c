import { bare } from '../expressions/expression.ts'
import { cel, type Tree } from '../expressions/library.ts'

type Plain = 'number' | 'text' | 'yes or no'

/** The type a value has in an expression; types that are missing here are lists or objects. */
const PLAIN: Record<string, Plain> = {
  STRING: 'text',
  LINK: 'text',
  DATETIME: 'text',
  INTEGER: 'number',
  FLOAT: 'number',
  DURATION: 'number',
  BOOLEAN: 'yes or no',
}

const COMPARISONS = ['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']

/** Comparisons of incompatible types: a number with a text, money with a number. */
export function checkTypes(
  text: string,
  types: Record<string, string>,
  isCondition: boolean,
): string[] {
  const tree = cel().parse(bare(text)).expr
  const name = nameOf(tree)
  if (isCondition && name !== undefined && types[name] !== undefined && types[name] !== 'BOOLEAN') {
    return [`"${name}" is ${types[name]}, a condition is true or false`]
  }
  return walk(tree, types)
}

function walk(tree: Tree, types: Record<string, string>): string[] {
  if (tree.exprKind.case !== 'callExpr') return []
  const { function: operator, args } = tree.exprKind.value
  const inner = args.flatMap((each) => walk(each, types))
  const [left, right] = args
  if (!COMPARISONS.includes(operator) || !left || !right) return inner
  return [...inner, ...compare(left, right, types), ...compare(right, left, types)]
}

function compare(variable: Tree, constant: Tree, types: Record<string, string>): string[] {
  const [name, kind] = [nameOf(variable), kindOf(constant)]
  const type = name === undefined ? undefined : types[name]
  if (type === undefined || kind === undefined || type === 'JSON' || PLAIN[type] === kind) return []
  return [`"${name}" is ${type} and cannot be compared with a ${kind}`]
}

const nameOf = ({ exprKind }: Tree): string | undefined =>
  exprKind.case === 'identExpr' ? exprKind.value.name : undefined

const KINDS: Record<string, Plain> = {
  int64Value: 'number',
  doubleValue: 'number',
  stringValue: 'text',
  boolValue: 'yes or no',
}

const kindOf = ({ exprKind }: Tree): Plain | undefined =>
  exprKind.case === 'constExpr' ? KINDS[exprKind.value.constantKind.case ?? ''] : undefined
