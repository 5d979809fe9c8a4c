import { ACCOUNT_FACTS, type AccountFact, ALL_FACTS } from '../api/account-facts.ts'
import { neededScopes, type Operation } from '../api/operation.ts'
import { forbidden } from '../lib/errors.ts'
import { type Caller, type Credential, covers } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/db.ts'
import { render, type Sql } from '../platform/db/sql.ts'

/** A token cannot grant more than it has itself, nor change an account that can do more. */
export function checkPrivileges(operation: Operation, { credential }: Caller): void {
  const missing = neededScopes(operation).filter((scope) => !covers(credential, scope))
  if (missing.length === 0) return
  const scopes = missing.map((scope) => `"${scope}"`).join(', ')
  const { gives, changes } = operation
  const reason =
    gives.length > 0
      ? 'this would grant more than the token itself may do'
      : `this changes accounts that can do more than the token (${changes.join(', ')})`
  throw forbidden(`${reason}: it is missing the scope ${scopes}`)
}

/** What a connected program grants or changes would outlive its connection. Also applies to public operations. */
export function refusePrograms({ gives, changes }: Operation, credential: Credential): void {
  if (!credential.connection || (gives.length === 0 && changes.length === 0)) return
  throw forbidden(
    'a connected program cannot give access or change accounts: do it yourself, or with a token of yours',
  )
}

/** Events after which somebody has more rights than before. */
const POWER = new Set([
  'user.created',
  'user.updated',
  'user.unblocked',
  'user.password_set',
  'user.invited',
  'token.created',
  'connection.created',
  'oauth_client.secret_changed',
  'access.granted',
  'group.created',
  'group.items_added',
  'user.identity_linked',
  'provider.created',
  'provider.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_changed',
  'webhook.replayed',
  'substitution.created',
  'solution.applied',
])

/** In tests: fails if an operation grants or changes more than it declares. */
export const checkDeclaredEffects = <C extends Context>(ctx: C, operation: Operation): C => ({
  ...ctx,
  db: watchFacts(ctx.db, operation),
  emit: (event) => {
    const { gives, summary } = operation
    if (gives.length === 0 && POWER.has(event.type)) {
      throw new Error(`"${summary}" causes ${event.type} and declares that it gives nothing`)
    }
    return ctx.emit(event)
  },
})

function watchFacts(db: Db, { changes, summary }: Operation): Db {
  const look = <Row>(query: Sql<Row>): Sql<Row> => {
    const fact = factsIn(render(query).text).find((each) => !changes.includes(each))
    if (fact) throw new Error(`"${summary}" changes ${fact} of accounts and does not declare it`)
    return query
  }
  return {
    inTransaction: db.inTransaction,
    all: (query) => db.all(look(query)),
    first: (query) => db.first(look(query)),
    one: (query) => db.one(look(query)),
    run: (query) => db.run(look(query)),
  }
}

const WRITES =
  /\b(insert into|update|delete from)\s+kontor\.(\w+)(.*?)(?=\bwhere\b|\b(?:into|update|from)\s+kontor\.|$)/gis

/** The account facts that a statement writes, by its text. */
export const factsIn = (statement: string): AccountFact[] =>
  [...statement.matchAll(WRITES)].flatMap(([, verb = '', table = '', rest = '']) => {
    const assigned = new Set(rest.match(/\w+(?="?\s*=)/g))
    return ALL_FACTS.filter((fact) => {
      const columns = ACCOUNT_FACTS[fact].columns[table]
      if (!columns) return false
      if (verb.toLowerCase() !== 'update' || columns.length === 0) return true
      return columns.some((column) => assigned.has(column))
    })
  })
