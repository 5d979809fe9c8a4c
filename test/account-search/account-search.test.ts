import { afterAll, expect, test } from 'vitest'
import { isCallable } from '../../src/api/callable.ts'
import type { Operation } from '../../src/api/operation.ts'
import { areas } from '../../src/client/areas.ts'
import { newId } from '../../src/lib/ids.ts'
import { hasScope } from '../../src/platform/caller.ts'
import { helpers } from '../oauth.ts'
import { PASSWORD, startSignIn } from '../sign-in.ts'
import { startSmtp } from '../smtp.ts'
import { NEXT_PASSWORD, type Person, player } from './play.ts'
import { type Move, moves, search, type Victim } from './search.ts'

/**
 * Takes every scope alone and every kind of caller, searches up to three operations for a way to a session, a token
 * or a right that the caller did not have, and plays each against a server. What the search believes open is what
 * the access of operations and the areas of scopes say: the rules about accounts are what it tries.
 */

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const stand = await startSignIn({
  KONTOR_WORKERS: '2',
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})
const { admin, app, client, make, sessionOf } = stand
await app.startJobs()
const play = player(stand, letters)

type Caller = {
  name: string
  headers: Record<string, string>
  me: Person
  isOpen(move: Move): boolean
}

const areaOf = (name: string) => name.split('.', 1)[0] ?? ''
const byToken = async (name: string, scopes: string[]): Promise<Caller> => ({
  name,
  headers: { 'x-token': (await make.token({ user: admin.id, scopes })).secret },
  me: await make.user(),
  isOpen: ({ name: each, operation }) =>
    operation.access === 'public' || hasScope({ scopes } as never, areaOf(each), operation.writes),
})
const byPerson = async (
  name: string,
  may: Operation['access'][],
  isGuest = false,
): Promise<Caller> => {
  const me = await make.user({ isGuest })
  const headers = { 'x-token': me.token }
  return { name, headers, me, isOpen: ({ operation }) => may.includes(operation.access) }
}
const byProgram = async (): Promise<Caller> => {
  const chief = await make.user({ isAdministrator: true, password: PASSWORD })
  const { allow, token } = helpers(stand)
  const { body } = await token(await allow({ id: chief.id, cookie: await sessionOf(chief.login) }))
  const headers = { authorization: `Bearer ${body.access_token}` }
  return { name: 'a program', headers, me: await make.user(), isOpen: () => true }
}
/** Agents and scripts call from inside: what they may be given is decided by the declaration. */
const inside = (name: string): Caller => ({
  name,
  headers: {},
  me: admin,
  isOpen: ({ operation }) => isCallable(operation),
})

const SCOPES = Object.keys(areas).flatMap((area) => [`${area}:read`, `${area}:write`])
const callers: Caller[] = [
  ...(await Promise.all(SCOPES.map((scope) => byToken(scope, [scope])))),
  await byPerson('an ordinary person', ['public', 'guest', 'user']),
  await byPerson('a guest', ['public', 'guest'], true),
  await byProgram(),
  {
    name: 'a public form',
    headers: {},
    me: admin,
    isOpen: ({ operation }) => operation.access === 'public',
  },
]

/** People whom an attacker goes for. */
const VICTIMS: Record<string, Victim & { make(): Promise<Person> }> = {
  'an administrator': {
    holds: [],
    hasFactor: false,
    make: () => newPerson({ isAdministrator: true }),
  },
  'an administrator whose password is known': {
    holds: ['password'],
    hasFactor: true,
    make: async () => withFactor(await newPerson({ isAdministrator: true })),
  },
  'somebody who is provisioned': {
    holds: [],
    hasFactor: false,
    make: async () => {
      const person = await newPerson({})
      await client.query(
        `begin read write; update kontor.users set scim = '{}' where id = '${person.id}'; commit`,
      )
      return person
    },
  },
  'somebody whose password is known': {
    holds: ['password'],
    hasFactor: true,
    make: async () => withFactor(await newPerson({})),
  },
}
const newPerson = (more: { isAdministrator?: boolean }) => {
  const login = `p-${newId()}`
  return make.user({ login, email: `${login}@larkmoor.example`, password: PASSWORD, ...more })
}
async function withFactor(person: Person): Promise<Person> {
  await make.change(`insert into kontor.authenticator_apps values ('${person.id}', 'x', 0, now())`)
  return person
}

const cases = callers.flatMap((caller) =>
  Object.entries(VICTIMS).flatMap(([name, victim]) =>
    search(moves.filter(caller.isOpen), victim).map(
      (way): [string, Caller, Move[], typeof victim & { name: string }] => [
        `${caller.name}, ${name}: ${way.map((move) => move.name).join(', ')}`,
        caller,
        way,
        { ...victim, name },
      ],
    ),
  ),
)

test('the search finds the ways that were open once', () => {
  const names = cases.map(([name]) => name)

  expect(names).toContain(
    'scim:write, an administrator: scim.changeUser, access.askReset, access.redeemLink',
  )
  expect(names).toContain(
    'access:write, an administrator whose password is known: access.resetFactors, access.signIn',
  )
  process.stdout.write(`${callers.length} callers, ${cases.length} ways to try\n`)
})

test.each(['an agent', 'a script'])('%s can be given nothing of it', (name) => {
  expect(
    moves.filter(inside(name).isOpen).filter(({ operation }) => operation.access !== 'public'),
  ).toEqual([])
})

const byCaller = Map.groupBy(cases, ([, caller]) => caller.name)

test.each([...byCaller.keys()])('%s gains nothing', async (name) => {
  const refused = new Set<string>()
  const gains: string[][] = []
  for (const [, { headers, me }, way, victim] of byCaller.get(name) ?? []) {
    const first = `${victim.name} ${way[0]?.name}`
    if (refused.has(first)) continue
    const isSet = way.some((move) => move.name === 'access.setPassword')
    const password = victim.holds.includes('password') && !isSet ? PASSWORD : NEXT_PASSWORD
    const outcome = await play(way, { headers, me, victim: await victim.make(), password })
    if (outcome.isRefusedAtOnce) refused.add(first)
    if (outcome.gained.length > 0) gains.push(outcome.gained)
  }

  expect(gains).toEqual([])
})
