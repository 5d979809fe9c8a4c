import { Command } from 'commander'
import { endUserSessions, listUserSessions, resetFactors } from '../areas/access/factors/service.ts'
import { access } from '../areas/access/operations.ts'
import { createUser, getAccountByLogin, getIdByLogin } from '../areas/access/service.ts'
import { setPassword } from '../areas/access/sessions.ts'
import { blockUser, unblockUser } from '../areas/people/users/service.ts'
import { check } from '../http/body.ts'
import type { Config } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { type PasswordOptions, readPassword } from './password.ts'
import { type Answer, answer, columns } from './say.ts'
import { changeAsSystem } from './system.ts'

export const userCommand = (config: () => Config) =>
  new Command('user')
    .description('create, block and unblock users, set their passwords, end their sessions')
    .addCommand(createCommand(config))
    .addCommand(passwordCommand(config))
    .addCommand(factorsCommand(config))
    .addCommand(
      stateCommand(config, 'block', {
        description: 'let nobody in with this account; ends its sessions and tokens',
        act: blockUser,
      }),
    )
    .addCommand(
      stateCommand(config, 'unblock', {
        description: 'let a blocked user in again; former sessions and tokens stay ended',
        act: unblockUser,
      }),
    )
    .addCommand(sessionsCommand(config))

const createCommand = (config: () => Config) =>
  new Command('create')
    .description('create a user')
    .argument('<login>', 'what they sign in with')
    .option('--email <address>', 'e-mail address')
    .option('--last-name <name>', 'family name')
    .option('--first-name <name>', 'given name')
    .option('--middle-name <name>', 'middle name')
    .option('--admin', 'make them an administrator')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option('--no-password', 'no password: the user has tokens only')
    .option('--json', 'answer as JSON')
    .action((login: string, options: Create) => create(config(), login, options))

const passwordCommand = (config: () => Config) =>
  new Command('password')
    .description('set a password; ends the sessions of the user')
    .argument('<login>', 'whose password it is')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option('--json', 'answer as JSON')
    .action((login: string, options: Answer & PasswordOptions) => change(config(), login, options))

const factorsCommand = (config: () => Config) =>
  new Command('reset-factors')
    .description('remove the second factors of somebody who lost them; ends their sessions')
    .argument('<login>', 'whose factors they are')
    .option('--json', 'answer as JSON')
    .action((login: string, options: Answer) => reset(config(), login, options))

type State = { description: string; act: (ctx: Context, id: string) => Promise<{ login: string }> }

const stateCommand = (config: () => Config, name: string, { description, act }: State) =>
  new Command(name)
    .description(description)
    .argument('<login>', 'whose account it is')
    .option('--json', 'answer as JSON')
    .action(async (login: string, options: Answer) => {
      const user = await changeAsSystem(config(), `kontor user ${name}`, async (ctx) =>
        act(ctx, await getIdByLogin(ctx, login)),
      )
      answer(options, user, () => [`${name}ed ${user.login}`])
    })

const sessionsCommand = (config: () => Config) =>
  new Command('sessions')
    .description('list where somebody is signed in')
    .argument('<login>', 'whose sessions they are')
    .option('--end', 'end all of them')
    .option('--json', 'answer as JSON')
    .action((login: string, options: Sessions) => sessions(config(), login, options))

type Sessions = Answer & { end?: boolean }

type Create = Answer &
  PasswordOptions & {
    email?: string
    lastName?: string
    firstName?: string
    middleName?: string
    admin?: boolean
    password: boolean
  }

async function create(config: Config, login: string, options: Create): Promise<void> {
  const { email, lastName, firstName, middleName, admin } = options
  const given = { login, email, lastName, firstName, middleName, isAdministrator: admin }
  check(access.createUser.input, given)
  const password = options.password ? await readPassword(options) : undefined
  const wanted = check(access.createUser.input, { ...given, password })
  const user = await changeAsSystem(config, 'kontor user create', (ctx) => createUser(ctx, wanted))
  const kind = user.isAdministrator ? 'administrator' : 'user'
  answer(options, user, () => [`created the ${kind} ${user.login}, ${user.id}`])
}

async function change(config: Config, login: string, options: Answer & PasswordOptions) {
  const { password } = check(access.setPassword.input, { password: await readPassword(options) })
  const user = await changeAsSystem(config, 'kontor user password', async (ctx) => {
    const account = await getAccountByLogin(ctx, login)
    await setPassword(ctx, account.id, { password, initialUntil: null })
    return account
  })
  answer(options, user, () => [`the password of ${user.login} is set, their sessions are ended`])
}

async function reset(config: Config, login: string, options: Answer): Promise<void> {
  const user = await changeAsSystem(config, 'kontor user reset-factors', async (ctx) => {
    const account = await getAccountByLogin(ctx, login)
    await resetFactors(ctx, account.id)
    return account
  })
  answer(options, user, () => [`${user.login} has no second factor, their sessions are ended`])
}

async function sessions(config: Config, login: string, options: Sessions): Promise<void> {
  const found = await changeAsSystem(config, 'kontor user sessions', async (ctx) => {
    const { id } = await getAccountByLogin(ctx, login)
    const all = await listUserSessions(ctx, id)
    if (options.end) await endUserSessions(ctx, id)
    return all
  })
  const head = ['SINCE', 'LAST USED', 'ADDRESS', 'BROWSER']
  answer(options, found, () => [
    ...columns([
      head,
      ...found.map((each) => [each.createdAt, each.lastUsedAt, each.address, each.agent]),
    ]),
    ...(options.end ? [`ended ${found.length}`] : []),
  ])
}
