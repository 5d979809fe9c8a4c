import { Command } from 'commander'
import { resetFactors } from '../areas/access/factors/service.ts'
import { access } from '../areas/access/operations.ts'
import { createUser, getAccountByLogin } from '../areas/access/service.ts'
import { setPassword } from '../areas/access/sessions.ts'
import { check } from '../http/body.ts'
import type { Config } from '../platform/config.ts'
import { type PasswordOptions, readPassword } from './password.ts'
import { type Answer, answer } from './say.ts'
import { changeAsSystem } from './system.ts'

export const userCommand = (config: () => Config) =>
  new Command('user')
    .description('create users and set their passwords')
    .addCommand(createCommand(config))
    .addCommand(passwordCommand(config))
    .addCommand(factorsCommand(config))

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
