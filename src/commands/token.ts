import { Command } from 'commander'
import { access, type Token } from '../areas/access/operations.ts'
import {
  createToken,
  findAccount,
  getAccountByLogin,
  listTokens,
  revokeToken,
} from '../areas/access/service.ts'
import { check } from '../http/body.ts'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { type Answer, answer, columns } from './say.ts'
import { changeAsSystem, readAsSystem } from './system.ts'

export const tokenCommand = (config: () => Config) =>
  new Command('token')
    .description('create, list and revoke API tokens')
    .addCommand(createCommand(config))
    .addCommand(listCommand(config))
    .addCommand(revokeCommand(config))

const createCommand = (config: () => Config) =>
  new Command('create')
    .description('create a token for a user; it is shown only once')
    .argument('<name>', 'what the token is for')
    .requiredOption('--user <login>', 'whose token it is')
    .option('--scopes <scopes>', 'scopes of the token, such as storage:read,tasks:write')
    .option('--expires <when>', 'days, such as 90d, or a time, such as 2030-01-31T00:00:00Z')
    .option('--json', 'answer as JSON')
    .action((name: string, options: Create) => create(config(), name, options))

const listCommand = (config: () => Config) =>
  new Command('list')
    .description('list the tokens that are not revoked')
    .option('--user <login>', 'only those of this user')
    .option('--json', 'answer as JSON')
    .action((options: List) => list(config(), options))

const revokeCommand = (config: () => Config) =>
  new Command('revoke')
    .description('refuse a token from now on, on every running server')
    .argument('<id>', 'its id, as "kontor token list" shows it')
    .option('--json', 'answer as JSON')
    .action((id: string, options: Answer) => revoke(config(), id, options))

type Create = Answer & { user: string; scopes?: string; expires?: string }
type List = Answer & { user?: string }

async function create(config: Config, name: string, options: Create): Promise<void> {
  const wanted = check(access.createToken.input, {
    name,
    scopes: options.scopes?.split(/[\s,]+/) ?? null,
    expiresAt: options.expires === undefined ? null : toTime(options.expires),
  })
  const { token, secret } = await changeAsSystem(config, 'kontor token create', async (ctx) => {
    const { id } = await getAccountByLogin(ctx, options.user)
    return createToken(ctx, { ...wanted, user: id })
  })
  answer(options, { ...token, secret }, () => [
    `The token "${token.name}" of ${options.user}, shown only once:`,
    `  token    ${secret}`,
    `  id       ${token.id}`,
    `  expires  ${token.expiresAt ?? 'never'}`,
  ])
}

async function list(config: Config, options: List): Promise<void> {
  const found = await readAsSystem(config, 'kontor token list', async (ctx) => {
    const user =
      options.user === undefined ? 'all' : (await getAccountByLogin(ctx, options.user)).id
    const tokens = await listTokens(ctx, user)
    const logins = await loginsOf(ctx, new Set(tokens.map((token) => token.user)))
    return tokens.map((token) => ({ ...token, login: logins.get(token.user) ?? null }))
  })
  const head = ['ID', 'USER', 'NAME', 'SCOPES', 'EXPIRES', 'LAST USED']
  answer(options, found, () => columns([head, ...found.map(toLine)]))
}

/** Blocked users have no login here, only their id. */
async function loginsOf(ctx: Context, users: Set<string>): Promise<Map<string, string>> {
  const logins = new Map<string, string>()
  for (const id of users) {
    const account = await findAccount(ctx, id)
    if (account) logins.set(id, account.login)
  }
  return logins
}

const toLine = (token: Token & { login: string | null }): string[] => [
  token.id,
  token.login ?? token.user,
  token.name,
  token.scopes?.join(',') ?? 'all',
  token.expiresAt ?? 'never',
  token.lastUsedAt ?? 'never',
]

async function revoke(config: Config, id: string, options: Answer): Promise<void> {
  const { id: checked } = check(access.revokeToken.params, { id })
  await changeAsSystem(config, 'kontor token revoke', (ctx) => revokeToken(ctx, checked))
  answer(options, { id: checked, revoked: true }, () => [`revoked ${checked}`])
}

function toTime(text: string): string {
  const [, days] = /^(\d+)d$/.exec(text) ?? []
  const time = days ? Date.now() + Number(days) * 24 * 3600 * 1000 : Date.parse(text)
  if (Number.isNaN(time) || time > 8.64e15) {
    throw invalid(`--expires ${text}: expected days, such as 90d, or a time, such as 2030-01-31`)
  }
  return new Date(time).toISOString()
}
