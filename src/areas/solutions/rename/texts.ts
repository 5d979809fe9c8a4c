import type { Expression, Operand, Property, Rows } from '../../../lists/eql/ast.ts'
import { parseEql } from '../../../lists/eql/parse.ts'
import { type RenameContext, renamePath, type Scope } from './rename-context.ts'

/** `{$customer.name}` in a text. */
export const renameTemplate = (
  text: string,
  scope: Scope | undefined,
  context: RenameContext,
): string =>
  text.replace(/\{\$([\w.]+)\}/g, (_, path: string) => `{$${renameDotted(path, scope, context)}}`)

export const renameDotted = (
  path: string,
  scope: Scope | undefined,
  context: RenameContext,
): string => renamePath(path.split('.'), scope, context).join('.')

const TOKEN =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*(\s*\()?/g

/** Paths in an expression in CEL, or in the JSON of a condition. Texts and names of functions stay. */
export function renameExpression(
  text: string,
  scope: Scope | undefined,
  context: RenameContext,
): string {
  if (text.trim().startsWith('{')) return renameTree(text, scope, context)
  return text.replace(TOKEN, (token, call?: string) => {
    if (!/^[A-Za-z_]/.test(token)) return token
    const [path, end] = call === undefined ? [token, ''] : [token.slice(0, -call.length), call]
    const keys = path.split('.').map((key) => key.trim())
    const inner = call === undefined ? keys : keys.slice(0, -1)
    const renamed = [...renamePath(inner, scope, context), ...keys.slice(inner.length)]
    return renamed.join('.') === keys.join('.') ? token : renamed.join('.') + end
  })
}

/** A condition as JSON: its fields are `{"field": "order.total"}`. */
export const renameTree = (
  text: string,
  scope: Scope | undefined,
  context: RenameContext,
): string =>
  text.replace(
    /("field"\s*:\s*")([\w.]+)(")/g,
    (_, before: string, path: string, after: string) =>
      before + renameDotted(path, scope, context) + after,
  )

/** `variable:manager, group:crm/managers || role:author`: who does a step. */
export const renamePerformers = (
  text: string,
  scope: Scope | undefined,
  context: RenameContext,
): string =>
  text.replace(
    /(^|[,|]\s*)(variable:)?([A-Za-z_][\w.]*)(?=\s*(?:$|[,|]))/g,
    (_, before: string, kind = '', path: string) =>
      `${before}${kind}${renameDotted(path, scope, context)}`,
  )

type Places = { at: number; path: string[]; scope: Scope | undefined }

/** Properties in a query of the filter language, also behind links and in sub-queries. */
export function renameEql(text: string, scope: Scope | undefined, context: RenameContext): string {
  let expression: Expression
  try {
    expression = parseEql(text)
  } catch {
    return text
  }
  const places = inExpression(expression, [scope], context)
  return places.reduce((result, { path, scope: own }, nth) => {
    const at = (places[nth]?.at ?? 1) - 1
    const end = result.indexOf(']', at)
    const renamed = renamePath(path, own, context).join('.')
    return renamed === path.join('.')
      ? result
      : `${result.slice(0, at)}[${renamed}${result.slice(end)}`
  }, text)
}

/** From the end to the beginning, so that replacing one does not move the others. */
const inExpression = (expression: Expression, scopes: Scopes, context: RenameContext): Places[] =>
  propertiesIn(expression, scopes, context).toSorted((one, other) => other.at - one.at)

/** The innermost first. */
type Scopes = readonly (Scope | undefined)[]

function propertiesIn(expression: Expression, scopes: Scopes, context: RenameContext): Places[] {
  const all = (parts: readonly (Operand | Rows)[]) =>
    parts.flatMap((part) => inOperand(part, scopes, context))
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap((part) => propertiesIn(part, scopes, context))
    case 'not':
      return propertiesIn(expression.part, scopes, context)
    case 'null':
      return all([expression.operand])
    case 'in':
      return all([expression.left, ...[expression.right].flat()])
    case 'comparison':
      return all([expression.left, expression.right])
  }
}

function inOperand(operand: Operand | Rows, scopes: Scopes, context: RenameContext): Places[] {
  if (operand.kind === 'property') return [placeOf(operand, scopes)]
  if (operand.kind === 'count') return inOperand(operand.of, scopes, context)
  if (operand.kind !== 'query') return []
  const inside = [context.graph.scopeOf(`app:${operand.app}`), ...scopes]
  return [
    ...(operand.select ? [placeOf(operand.select, inside)] : []),
    ...(operand.where ? propertiesIn(operand.where, inside, context) : []),
  ]
}

const placeOf = ({ at, path, scope }: Property, scopes: Scopes): Places => ({
  ...{ at, path },
  scope: scope === 'own' ? scopes[0] : scope === 'parent' ? scopes[1] : scopes.at(-1),
})
