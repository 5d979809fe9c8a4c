import type {
  Call,
  Comparison,
  Expression,
  Operand,
  Property,
  Query,
  Rows,
} from '../src/lists/eql/ast.ts'

type Row = Readonly<Record<string, unknown>>
type Period = { from: number; to: number }

/** The data of a query: rows of other apps, links between them, the caller and the time. */
export type World = {
  rows: Record<string, Row[]>
  /** The app that a field links to. */
  links: Record<string, string>
  user: string
  now: Date
}

type Scope = { row: Row; world: World; parent?: Scope }

/** Whether a query holds for a row: a simple reference implementation, independent of the real one. */
export const holds = (expression: Expression, row: Row, world: World): boolean =>
  judge(expression, { row, world })

function judge(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.parts.every((part) => judge(part, scope))
    case 'or':
      return expression.parts.some((part) => judge(part, scope))
    case 'not':
      return !judge(expression.part, scope)
    case 'null':
      return isNull(expression.operand, scope)
    case 'in':
      return Array.isArray(expression.right)
        ? expression.right.some((member) => isEqual(expression.left, member, scope))
        : selected(expression.right, scope).some((value) =>
            values(expression.left, scope).includes(value),
          )
    case 'comparison':
      return compare(expression, scope)
  }
}

const isNothing = (operand: Operand) => operand.kind === 'literal' && operand.value === null

const isNull = (operand: Operand, scope: Scope) =>
  values(operand, scope).every((value) => value === '' || value === null)

const isEqual = (left: Operand, right: Operand, scope: Scope): boolean => {
  if (isNothing(right)) return isNull(left, scope)
  return isNothing(left) ? isNull(right, scope) : some(left, right, scope, (sign) => sign === 0)
}

function compare({ operator, left, right }: Comparison, scope: Scope): boolean {
  switch (operator) {
    case '=':
      return isEqual(left, right, scope)
    case '<>':
      return !isEqual(left, right, scope)
    case 'like': {
      const [wanted] = values(right, scope)
      // An empty text is found also in an empty value.
      if (wanted === '') return !isBehindLinks(left, scope) || values(left, scope).length > 0
      return texts(left, scope).some((text) => text.includes(lower(String(wanted))))
    }
    case 'likef': {
      const pattern = patternOf(lower(String(values(right, scope)[0])))
      return texts(left, scope).some((text) => pattern.test(text))
    }
    default:
      return some(left, right, scope, (sign) => {
        if (operator === '<') return sign < 0
        if (operator === '<=') return sign <= 0
        return operator === '>' ? sign > 0 : sign >= 0
      })
  }
}

const isBehindLinks = (operand: Operand, { world }: Scope) =>
  operand.kind === 'property' && operand.path.length > 1 && (operand.path[0] ?? '') in world.links

const lower = (text: string) => [...text].map((letter) => letter.toLowerCase()).join('')

const texts = (operand: Operand, scope: Scope) =>
  values(operand, scope)
    .filter((value) => typeof value === 'string')
    .map(lower)

const patternOf = (pattern: string) => {
  const source = pattern.replace(/\\(.)|%|_|[\s\S]/gu, (piece, escaped?: string) => {
    if (escaped !== undefined) return RegExp.escape(escaped)
    if (piece === '%') return '.*'
    return piece === '_' ? '.' : RegExp.escape(piece)
  })
  return new RegExp(`^${source}$`, 'su')
}

/** Whether some pair of values of the two sides passes the test. */
function some(left: Operand, right: Operand, scope: Scope, test: (sign: number) => boolean) {
  const [ones, others] = [values(left, scope), values(right, scope)]
  return ones.some((one) => others.some((other) => test(signOf(one, other))))
}

/** NaN, for which no comparison is true, if a value is missing. */
function signOf(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number.NaN
  if (isPeriod(other)) return within(Number(one), other)
  if (isPeriod(one)) return -within(Number(other), one)
  if (one === other) return 0
  return (one as string) < (other as string) ? -1 : 1
}

const isPeriod = (value: unknown): value is Period => typeof value === 'object' && value !== null

const within = (seconds: number, { from, to }: Period) =>
  seconds < from ? -1 : Number(seconds >= to)

/** All values of an operand; a multiple field, or one behind links, has several. */
function values(operand: Operand, scope: Scope): unknown[] {
  switch (operand.kind) {
    case 'literal':
      return [operand.value]
    case 'property':
      return reach(operand.path, scopeOf(operand, scope))
    case 'count':
      return [
        operand.of.kind === 'query'
          ? found(operand.of, scope).length
          : values(operand.of, scope).filter((value) => value !== '' && value !== null).length,
      ]
    case 'call':
      return [called(operand, scope.world)]
  }
}

function scopeOf(property: Property, scope: Scope): Scope {
  if (property.scope === 'own' || !scope.parent) return scope
  let outer = scope.parent
  while (property.scope === 'root' && outer.parent) outer = outer.parent
  return outer
}

function reach([code = '', ...rest]: readonly string[], { row, world }: Scope): unknown[] {
  const wire = row[code]
  if (wire === null || wire === undefined) return rest.length > 0 && world.links[code] ? [] : [null]
  const app = world.links[code]
  if (app === undefined || rest.length === 0) return plain(wire, rest[0])
  const ids: unknown[] = [wire].flat()
  const linked = live(app, world).filter(({ __id }) => ids.includes(__id))
  return linked.flatMap((each) => reach(rest, { row: each, world }))
}

const live = (app: string, { rows }: World) =>
  (rows[app] ?? []).filter(({ __deletedAt }) => !__deletedAt)

/** The comparable values of a wire value. */
function plain(wire: unknown, part: string | undefined): unknown[] {
  if (Array.isArray(wire)) return wire.flatMap((each) => plain(each, part))
  if (typeof wire === 'object' && wire !== null) {
    const of = wire as Record<string, unknown>
    return [of[part ?? ''] ?? of.code ?? of.status ?? of.email ?? null]
  }
  const isTime = typeof wire === 'string' && /^\d{4}-\d\d-\d\dT/.test(wire)
  return [isTime ? Date.parse(wire) / 1000 : wire]
}

function found({ app, where }: Rows, scope: Scope): Row[] {
  const { world } = scope
  return live(app, world).filter((row) => !where || judge(where, { row, world, parent: scope }))
}

const selected = (query: Query, scope: Scope): unknown[] =>
  found(query, scope)
    .flatMap((row) => reach(query.select.path, { row, world: scope.world }))
    .filter((value) => value !== null)

function called({ name, arguments: given }: Call, { user, now }: World): unknown {
  const utc = (parts: number[]) => {
    const [year = 0, month = 1, day = 1, ...time] = parts
    return Date.UTC(year, month - 1, day, ...time) / 1000
  }
  if (name === 'CurrentUser') return user
  const [first, second] = given.map(String)
  const day = Math.floor(now.getTime() / 86_400_000) * 86_400
  if (name === 'RelativeDatetime') {
    return { from: relative(first ?? '', 0, now), to: relative(second ?? first ?? '', 1, now) }
  }
  if (first === 'Today') return { from: day, to: day + 86_400 }
  const parts = given.map(Number)
  const next = parts.map((part, at) => (at === parts.length - 1 ? part + 1 : part))
  return { from: utc(parts), to: utc(next) }
}

const MONTHS: Record<string, number> = { y: 12, q: 3, m: 1 }
const HOURS: Record<string, number> = { w: 168, d: 24, h: 1 }
/** A Monday: weeks are counted from it. */
const MONDAY = Date.UTC(1970, 0, 5)

/** The start of the unit that is so many away from this one, and of the one `after` it. */
function relative(text: string, after: number, now: Date): number {
  const count = Number.parseInt(text, 10) + after
  const unit = text.at(-1) ?? ''
  const months = MONTHS[unit]
  if (months) {
    const here = Math.floor((now.getUTCFullYear() * 12 + now.getUTCMonth()) / months)
    const month = (here + count) * months
    return Date.UTC(Math.floor(month / 12), month % 12) / 1000
  }
  const length = (HOURS[unit] ?? 0) * 3_600_000
  return (MONDAY + (Math.floor((now.getTime() - MONDAY) / length) + count) * length) / 1000
}
