import type { AccountFact } from '../../src/api/account-facts.ts'
import type { Area, Operation } from '../../src/api/operation.ts'
import { areas } from '../../src/client/areas.ts'

/** A small model of how accounts are taken over: who can write which fact, and what lets somebody in. */

/** What an attacker has of a victim. A mailed link can be read once the address is theirs. */
export type Hold = AccountFact | 'mail' | 'session'

export type Move = { name: string; operation: Operation; needs: Hold[]; makes: Hold[] }

export const operations: [string, Operation][] = Object.entries<Area>(areas).flatMap(
  ([area, each]) =>
    Object.entries(each).map(([name, operation]): [string, Operation] => [
      `${area}.${name}`,
      operation,
    ]),
)

/** What lets somebody in, and what that takes. Everything else is derived from the declarations. */
const WAYS_IN: Record<string, { needs: Hold[]; makes: Hold[] }> = {
  'access.askReset': { needs: ['address'], makes: ['mail'] },
  'access.askGuestLink': { needs: ['address'], makes: ['mail'] },
  'access.invite': { needs: ['address'], makes: ['mail'] },
  'access.redeemLink': { needs: ['mail'], makes: ['session'] },
  'access.signInAsGuest': { needs: ['mail'], makes: ['session'] },
  'access.signIn': { needs: ['password'], makes: ['session'] },
}

export const moves: Move[] = operations.flatMap(([name, operation]) => {
  const way = WAYS_IN[name]
  if (way) return [{ name, operation, ...way }]
  if (operation.access === 'public') return []
  const { changes, gives } = operation
  return changes.length + gives.length > 0
    ? [{ name, operation, needs: [], makes: [...changes] }]
    : []
})

export type Victim = { holds: Hold[]; hasFactor: boolean }

/** Something that the caller did not have before, by the declaration of the last move. */
const ENDS: readonly Hold[] = ['session', 'tokens', 'memberships', 'substitutes', 'identities']
const isEnd = ({ operation, makes }: Move) =>
  makes.some((hold) => ENDS.includes(hold)) || operation.gives.length > 0

const LONGEST = 3

/** Sequences in which each move but the last is needed by a later one. */
export function search(open: readonly Move[], { holds, hasFactor }: Victim): Move[][] {
  const needsOf = ({ needs, makes }: Move): Hold[] =>
    hasFactor && makes.includes('session') ? [...needs, 'factors'] : needs
  const found: Move[][] = []
  const extend = (later: readonly Move[], missing: readonly Hold[]) => {
    if (missing.length === 0) found.push([...later])
    if (missing.length === 0 || later.length === LONGEST) return
    const [hold] = missing
    for (const move of open.filter(({ makes }) => makes.includes(hold as Hold))) {
      if (later.includes(move)) continue
      const left = missing.filter((each) => !move.makes.includes(each))
      const own = needsOf(move).filter((each) => !holds.includes(each) && !left.includes(each))
      extend([move, ...later], [...left, ...own])
    }
  }
  for (const move of open.filter(isEnd)) {
    extend(
      [move],
      needsOf(move).filter((each) => !holds.includes(each)),
    )
  }
  return found
}
