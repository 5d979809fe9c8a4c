type Fact = {
  /** The scope that a token needs to change it. */
  readonly needs: readonly string[]
  /** Its columns in tables of the schema `kontor`; `[]` = the whole row. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** A change lets somebody in as the person, or locks them out. */
const AS_THE_PERSON = ['*:write']

/**
 * What identifies or protects an account. An operation that can change one of these facts declares it, and who may
 * use the operation follows from that (`src/http/privileges.ts`).
 */
const FACTS = {
  address: { needs: AS_THE_PERSON, columns: { users: ['email'], address_changes: [] } },
  login: { needs: AS_THE_PERSON, columns: { users: ['login'] } },
  password: {
    needs: AS_THE_PERSON,
    columns: {
      users: ['password_hash', 'password_is_first', 'password_initial_until', 'is_emergency'],
      sign_in_policy: [],
    },
  },
  /** Invitations and forgotten passwords. */
  links: { needs: AS_THE_PERSON, columns: { account_links: [] } },
  factors: {
    needs: AS_THE_PERSON,
    columns: { authenticator_apps: [], passkeys: [], recovery_codes: [], factor_groups: [] },
  },
  /** The identity of a person at an identity provider. */
  identities: {
    needs: AS_THE_PERSON,
    columns: { users: ['scim', 'scim_id_changed_at'], user_identities: [], sign_in_providers: [] },
  },
  /** Includes sign-ins under way. */
  sessions: {
    needs: AS_THE_PERSON,
    columns: { sessions: [], session_origins: [], sign_in_attempts: [], provider_attempts: [] },
  },
  /** Includes connected programs. Their scopes are compared with those of the caller. */
  tokens: {
    needs: [],
    columns: {
      tokens: [],
      connections: [],
      oauth_clients: [],
      oauth_codes: [],
      oauth_refresh_tokens: [],
    },
  },
  substitutes: {
    needs: ['tasks:write', 'bpm:write', 'apps:write'],
    columns: { substitutions: [] },
  },
  memberships: {
    needs: AS_THE_PERSON,
    columns: {
      group_members: [],
      groups: ['is_default', 'deleted_at'],
      position_users: [],
      org_units: ['parent_id', 'is_head', 'deleted_at'],
    },
  },
  /** New, invited, active, blocked, deleted; a guest or not. */
  status: { needs: AS_THE_PERSON, columns: { users: ['status', 'deleted_at', 'is_guest'] } },
} satisfies Record<string, Fact>

export type AccountFact = keyof typeof FACTS
export const ACCOUNT_FACTS: Readonly<Record<AccountFact, Fact>> = FACTS

/** For operations that make or end accounts. */
export const ALL_FACTS = Object.keys(FACTS) as AccountFact[]
