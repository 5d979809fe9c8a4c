import { ADMINISTRATORS, NIL_ID } from '../lib/ids.ts'

export type Credential = {
  kind: 'token' | 'session' | 'system'
  id: string | null
  /** `area:read` or `area:write`, `*` for every area; null = no restriction. */
  scopes: readonly string[] | null
  expiresAt: Date | null
  /** When the user of a session last proved who they are. */
  provenAt?: Date
  /** What assistants may do with a token; absent = whatever it allows. */
  assistants?: 'on' | 'read' | 'off'
  /**
   * Which accounts a token may change by provisioning: those it created, other people, or administrators too;
   * absent = those it created.
   */
  reach?: 'own' | 'people' | 'everybody'
  /** A token of a program that the user connected; `id` is that of the connection. */
  connection?: { client: string; audience: 'api' | 'mcp' }
}

/** The calling user, with all subjects that may have rights on their behalf. */
export type Caller = {
  id: string
  login: string
  name: string
  email: string
  /** The user, their groups (direct and nested), and everybody, unless they are a guest. */
  subjects: ReadonlySet<string>
  isAdministrator: boolean
  /** From outside the company: sees only what was shared with them, and no list of people. */
  isGuest: boolean
  credential: Credential
}

export const NOT_FOR_GUESTS = 'guests cannot do this'

/** The cookie of a signed-in browser. */
export const SESSION_COOKIE = 'kontor_session'

/** Jobs, migrations and the command line act as the system itself. */
export const SYSTEM: Caller = {
  id: NIL_ID,
  login: 'system',
  name: 'System',
  email: '',
  subjects: new Set([ADMINISTRATORS]),
  isAdministrator: true,
  isGuest: false,
  credential: { kind: 'system', id: null, scopes: null, expiresAt: null },
}

/** Whether a credential includes a scope such as `tasks:write`. */
export function covers(credential: Credential, scope: string): boolean {
  const [area = '', right] = scope.split(':')
  return hasScope(credential, area, right === 'write')
}

export function hasScope({ scopes }: Credential, area: string, writes: boolean): boolean {
  if (scopes === null) return true
  const wanted = writes ? ['write'] : ['read', 'write']
  return wanted.some(
    (right) => scopes.includes(`${area}:${right}`) || scopes.includes(`*:${right}`),
  )
}
