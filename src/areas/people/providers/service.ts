import { conflict, invalid, notFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { endSessions } from '../../access/sessions.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import { saveGroups } from './groups.ts'
import { listBegun } from './identities.ts'
import type { Provider, ProviderInput } from './operations.ts'
import { readCertificates, readMetadataCertificates } from './saml/certificates.ts'
import { readOwnKey } from './saml/own-key.ts'
import * as policy from './store/policy.ts'
import * as store from './store/providers.ts'

export const listProviders = async (ctx: Context, site: string): Promise<Provider[]> =>
  (await store.listProviders(ctx.db)).map((row) => toProvider(row, site))

export async function getProvider(ctx: Context, id: string): Promise<store.ProviderRow> {
  const provider = await store.findProvider(ctx.db, id)
  if (!provider) throw notFound('provider', id)
  return provider
}

export const getDirectory = async (ctx: Context, id: string): Promise<store.ProviderRow> =>
  requireDirectory(await getProvider(ctx, id))

/** Disabled ones, too. */
export async function getDirectoryByCode(ctx: Context, code: string): Promise<store.ProviderRow> {
  const provider = await store.findByCode(ctx.db, code)
  if (!provider) throw notFound('provider', code)
  return requireDirectory(provider)
}

function requireDirectory(provider: store.ProviderRow): store.ProviderRow {
  if (provider.kind !== 'ldap') {
    throw invalid('only directories (LDAP) can be asked about people who are not signing in')
  }
  return provider
}

/** A provider that people may use now. */
export async function getEnabled(ctx: Context, code: string): Promise<store.ProviderRow> {
  const provider = await store.findByCode(ctx.db, code)
  if (!provider?.is_enabled) throw notFound('provider', code)
  return provider
}

export async function listChoices(ctx: Context) {
  const rows = await store.listProviders(ctx.db)
  const { passwords } = await policy.findPolicy(ctx.db)
  return {
    providers: rows
      .filter(({ is_enabled }) => is_enabled)
      .map(({ code, name, kind }) => ({ code, name, kind })),
    passwords: passwords === 'everybody',
  }
}

type NewProvider = ProviderInput & { isFixed?: boolean }

export async function createProvider(ctx: Context, wanted: NewProvider): Promise<string> {
  await store.lockProviders(ctx.db)
  await lockMemberships(ctx)
  requireUsable(wanted)
  const id = newId()
  const row = toRow(ctx, wanted, null)
  await store.insertProvider(ctx.db, id, { ...row, created_at: ctx.now() })
  await saveGroups(ctx, id, wanted.rules.groups)
  await emit(ctx, 'provider.created', { id, ...row })
  return id
}

export async function updateProvider(ctx: Context, id: string, wanted: NewProvider): Promise<void> {
  await store.lockProviders(ctx.db)
  await lockMemberships(ctx)
  const before = await lockProvider(ctx, id, wanted.isFixed ?? false)
  if (before.kind !== wanted.connection.kind) {
    throw invalid('field "connection.kind": another kind is another provider, add it as a new one')
  }
  requireUsable(wanted)
  const row = toRow(ctx, wanted, before.secret)
  await store.saveProvider(ctx.db, id, row)
  await saveGroups(ctx, id, wanted.rules.groups, before.rules.groups)
  await requirePasswordsOrProvider(ctx)
  await emit(ctx, 'provider.updated', { id, ...row })
}

export async function deleteProvider(ctx: Context, id: string, isFixed = false): Promise<void> {
  await store.lockProviders(ctx.db)
  await lockMemberships(ctx)
  const provider = await lockProvider(ctx, id, isFixed)
  await endSessions(ctx, await listBegun(ctx, { provider: id }))
  await saveGroups(ctx, id, [])
  await store.deleteProvider(ctx.db, id)
  await requirePasswordsOrProvider(ctx)
  await requireAdministrator(ctx)
  await emit(ctx, 'provider.deleted', provider)
}

/** A provider that left the file is disabled; administrators decide what becomes of it. */
export async function releaseProvider(ctx: Context, id: string): Promise<void> {
  const { version: _, ...before } = await lockProvider(ctx, id, true)
  const row = { ...before, is_enabled: false, is_fixed: false, updated_at: ctx.now() }
  await store.saveProvider(ctx.db, id, row)
  await requirePasswordsOrProvider(ctx)
  await emit(ctx, 'provider.updated', row)
}

/** One provider must stay if passwords are closed. */
async function requirePasswordsOrProvider(ctx: Context): Promise<void> {
  const { passwords } = await policy.findPolicy(ctx.db)
  if (passwords === 'everybody' || (await store.hasEnabled(ctx.db))) return
  throw conflict('passwords are closed: open them before the last provider is disabled')
}

async function lockProvider(
  ctx: Context,
  id: string,
  isFixed: boolean,
): Promise<store.ProviderRow> {
  const provider = await store.lockProvider(ctx.db, id)
  if (!provider) throw notFound('provider', id)
  if (provider.is_fixed && !isFixed) {
    throw conflict('the provider is described in the file KONTOR_PROVIDERS: change it there')
  }
  return provider
}

function requireUsable({ connection, secret }: NewProvider): void {
  if (connection.kind !== 'saml') return
  readCertificates(connection)
  readMetadataCertificates(connection)
  if (secret) readOwnKey(secret)
}

const toRow = (
  ctx: Context,
  { code, name, isEnabled, isFixed = false, connection, rules, secret }: NewProvider,
  before: string | null,
): store.Saved => ({
  code,
  name,
  kind: connection.kind,
  is_enabled: isEnabled,
  is_fixed: isFixed,
  connection,
  rules,
  secret: secret === undefined ? before : secret && ctx.secrets.seal(secret),
  updated_at: ctx.now(),
})

/** The secret is never returned. */
const emit = (
  ctx: Context,
  type: 'provider.created' | 'provider.updated' | 'provider.deleted',
  { id, code, name, is_enabled, connection, rules }: Omit<store.ProviderRow, 'version' | 'secret'>,
) =>
  ctx.emit({
    type,
    object: `provider:${id}`,
    data: { code, name, isEnabled: is_enabled, connection, rules },
  })

export async function showProvider(ctx: Context, id: string, site: string): Promise<Provider> {
  const row = await store.findListed(ctx.db, id)
  if (!row) throw notFound('provider', id)
  return toProvider(row, site)
}

export const callbackOf = (site: string, code: string) => `${site}/sign-in/${code}`

/** The address to which a SAML provider sends sign-out messages. */
export const signOutPageOf = (site: string, code: string) => `${site}/sign-out/${code}`

/** What sessions need of a provider. */
const sessionAddress = (site: string, code: string, what: string) =>
  `${site}/manage/v1/session/providers/${code}/${what}`

const toProvider = (row: store.ListedRow, site: string): Provider => ({
  id: row.id,
  code: row.code,
  name: row.name,
  isEnabled: row.is_enabled,
  isFixed: row.is_fixed,
  connection: row.connection,
  hasSecret: row.secret !== null,
  rules: row.rules,
  version: row.version,
  people: row.people,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  lastFailureAt: row.last_failure_at?.toISOString() ?? null,
  lastFailure: row.last_failure,
  lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  lastSync: row.last_sync,
  isLastSyncGood: row.is_last_sync_good,
  addresses: {
    callback: callbackOf(site, row.code),
    logout:
      row.kind === 'saml'
        ? signOutPageOf(site, row.code)
        : sessionAddress(site, row.code, 'logout'),
    signedOut: `${site}/`,
    metadata: row.kind === 'saml' ? sessionAddress(site, row.code, 'metadata') : null,
  },
})
