import { expect } from 'vitest'
import type { Operation } from '../../src/api/operation.ts'
import { ADMINISTRATORS, newId, SHARED_FILES } from '../../src/lib/ids.ts'
import { sample } from '../sample.ts'
import type { startSignIn } from '../sign-in.ts'
import type { Letter } from '../smtp.ts'
import type { Move } from './search.ts'

type Stand = Awaited<ReturnType<typeof startSignIn>>
export type Person = { id: string; login: string; email: string }
/** `password` is what the attacker believes that of the victim to be. */
export type Attack = {
  headers: Record<string, string>
  me: Person
  victim: Person
  password: string
}

export const NEXT_PASSWORD = 'known to the attacker'

/** What an attacker would send. Anything else is sent with the victim as the object, and the least input. */
const INPUTS: Record<string, (attack: Attack & Mailbox) => unknown> = {
  'users.updatePerson': ({ mailbox }) => ({ email: mailbox }),
  'access.setPassword': () => ({ password: NEXT_PASSWORD }),
  'access.createToken': ({ victim }) => ({ name: 'x', user: victim.id, scopes: null }),
  'access.createUser': () => ({
    login: `x-${newId()}`,
    password: NEXT_PASSWORD,
    isAdministrator: true,
  }),
  'access.grant': ({ me }) => ({
    ...{ kind: 'workspace', object: 'global', right: 'manage' },
    ...{ subjectKind: 'user', subject: me.id },
  }),
  'access.askReset': ({ victim }) => ({ login: victim.login }),
  'access.askGuestLink': ({ mailbox }) => ({ email: mailbox }),
  'access.signIn': ({ victim, password }) => ({ login: victim.login, password }),
  'access.redeemLink': ({ secret }) => ({ secret, password: NEXT_PASSWORD }),
  'access.signInAsGuest': ({ secret }) => ({ secret }),
  'guests.invite': ({ mailbox }) => ({
    ...{ email: mailbox, lastName: 'Guest' },
    share: { kind: 'directory', object: SHARED_FILES },
  }),
  'scheme.addGroupItems': ({ me }) => [me.id],
  'scim.createGroup': ({ me }) => ({ displayName: newId(), members: [{ value: me.id }] }),
  'scim.changeUser': ({ mailbox }) => ({
    Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: mailbox }],
  }),
  'scim.replaceUser': ({ victim, mailbox }) => ({
    userName: victim.login,
    emails: [{ value: mailbox }],
  }),
  'substitutions.create': ({ me, victim }) => ({ absent: victim.id, substitute: me.id }),
}
/** Ways that begin with what was refused at once need not be tried. */
export type Outcome = { gained: string[]; isRefusedAtOnce: boolean }
const NOTHING: Outcome = { gained: [], isRefusedAtOnce: false }

type Mailbox = { mailbox: string; secret: string }

const GROUPS = /^scheme\./

/** Plays moves one after another until one is refused, and answers what the attacker has gained. */
export function player({ request, client }: Stand, letters: readonly Letter[]) {
  const send = ({ name, operation }: Move, attack: Attack & Mailbox) => {
    const { methods, path, input } = operation
    const id = GROUPS.test(name) ? ADMINISTRATORS : attack.victim.id
    const [method = 'POST'] = methods
    const body = INPUTS[name]?.(attack) ?? sampleOf(input)
    return request(
      path.replace(/\{(\w+)\}/g, (_, each) => (each === 'namespace' ? 'global' : id)),
      {
        method,
        headers: {
          'content-type': 'application/json',
          ...(operation.access === 'public' ? {} : attack.headers),
        },
        ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
      },
    )
  }
  const letterJobs = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'access.%'
         and task_identifier <> 'access.sweep' and attempts < max_attempts`,
    )
    return rows[0].count as number
  }
  const lettersTo = (mailbox: string) => letters.filter(({ to }) => to.includes(mailbox))
  /** The secret of a link, once the server has decided whether and where to send it. */
  const readMail = async (mailbox: string): Promise<string> => {
    await expect.poll(letterJobs).toBe(0)
    return /#([\w-]{43})/.exec(lettersTo(mailbox)[0]?.source.replace(/=\r\n/g, '') ?? '')?.[1] ?? ''
  }
  const power = async (me: Person) => {
    const { rows } = await client.query(
      `select
        (select count(*)::int from kontor.grants) as grants,
        (select array_agg(member_id order by member_id) from kontor.group_members
          where group_id = $1) as administrators,
        (select count(*)::int from kontor.substitutions where substitute_id = $2) as substitutions,
        (select count(*)::int from kontor.tokens where name = 'x' and scopes is null) as tokens`,
      [ADMINISTRATORS, me.id],
    )
    const { administrators, ...counts } = rows[0]
    return {
      administrators: new Set<string>(administrators),
      counts: Object.values<number>(counts),
    }
  }
  return async (moves: readonly Move[], attack: Attack): Promise<Outcome> => {
    const before = await power(attack.me)
    const mailbox = `evil-${newId()}@evil.example`
    let [secret, answers] = ['', [] as string[]]
    for (const move of moves) {
      const answer = await send(move, { ...attack, mailbox, secret })
      answers = [...answers, `${move.name} ${answer.status}`]
      if (answer.status >= 400) return { gained: [], isRefusedAtOnce: answers.length === 1 }
      if (move.makes.includes('mail')) {
        secret = await readMail(mailbox)
        if (secret === '') return NOTHING
      }
      const isIn = answer.headers.get('set-cookie')?.includes('kontor_session') ?? false
      if (isIn) return { ...NOTHING, gained: [...answers, `a session of ${attack.victim.login}`] }
    }
    const after = await power(attack.me)
    const isMore =
      after.administrators.difference(before.administrators).size > 0 ||
      after.counts.some((count, at) => count > (before.counts[at] ?? 0))
    return !isMore ? NOTHING : { ...NOTHING, gained: [...answers, 'more rights'] }
  }
}

function sampleOf(input: Operation['input']): unknown {
  try {
    return sample(input)
  } catch {
    return {}
  }
}
