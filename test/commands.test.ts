import { access } from 'node:fs/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { NIL_ID } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { newDatabase } from './app.ts'
import { converse, kontor, run, urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'
const clientOf = (address: string, token: string) => createClient(areas, overHttp(address, token))

const { folder, start } = await dataFolder(afterAll)
const server = start({ KONTOR_ADMIN_TOKEN: TOKEN, KONTOR_ADMIN_PASSWORD: 'correct horse' })
const address = await server.ready()
const beside = { KONTOR_DATA: folder }
const admin = clientOf(address, TOKEN)
const anonymous = createClient(areas, overHttp(address))

const userId = async (token: string) =>
  (await clientOf(address, token).access.currentSession()).user.id

test('a user created beside a running server can sign in immediately', async () => {
  const made = await kontor(
    ['user', 'create', 'ann', '--last-name', 'Li', '--admin', '--password-stdin', '--json'],
    beside,
    'a long secret\n',
  )

  const user = JSON.parse(made.out)
  expect(user).toMatchObject({ login: 'ann', name: 'Li', isAdministrator: true })
  const input = { login: 'ann', password: 'a long secret' }
  const session = await anonymous.access.signIn({ input })
  expect(session.user).toEqual(user)
})

test('a new password replaces the old one', async () => {
  await kontor(['user', 'create', 'bob', '--password-stdin'], beside, 'the first one')

  const changed = await kontor(
    ['user', 'password', 'bob', '--password-stdin'],
    beside,
    'the second',
  )

  expect(changed).toMatchObject({ code: 0, err: '' })
  const signIn = (password: string) =>
    anonymous.access.signIn({ input: { login: 'bob', password } })
  await expect(signIn('the first one')).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await signIn('the second')).user?.login).toBe('bob')
})

test('a user is blocked and unblocked, and their sessions are listed and ended', async () => {
  const user = (...args: string[]) => kontor(['user', ...args], beside)
  await kontor(['user', 'create', 'eve', '--password-stdin'], beside, 'a long secret\n')
  const input = { login: 'eve', password: 'a long secret' }
  const signIn = () => anonymous.access.signIn({ input })

  await signIn()
  const listed = await user('sessions', 'eve', '--json')
  const ended = await user('sessions', 'eve', '--end')
  const none = await user('sessions', 'eve', '--json')
  const blocked = await user('block', 'eve')
  await expect(signIn()).rejects.toMatchObject({ status: 401 })
  const unblocked = await user('unblock', 'eve')

  expect(JSON.parse(listed.out)).toEqual([expect.objectContaining({ address: '127.0.0.1' })])
  expect(ended.out).toContain('ended 1')
  expect(JSON.parse(none.out)).toEqual([])
  expect(blocked.out).toBe('blocked eve\n')
  expect(unblocked.out).toBe('unblocked eve\n')
  expect((await signIn()).user?.login).toBe('eve')
})

test('a token created beside a running server works until it is revoked', async () => {
  const made = await kontor(
    [
      'token',
      'create',
      'ci',
      '--user',
      'admin',
      '--scopes',
      'access:read',
      '--expires',
      '90d',
      '--json',
    ],
    beside,
  )
  const { id, secret, scopes, expiresAt } = JSON.parse(made.out)
  expect(await userId(secret)).toBeTruthy()
  expect(scopes).toEqual(['access:read'])
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(89 * 24 * 3600 * 1000)

  const revoked = await kontor(['token', 'revoke', id], beside)

  expect(revoked).toMatchObject({ code: 0, out: `revoked ${id}\n`, err: '' })
  await vi.waitFor(
    () => expect(userId(secret)).rejects.toMatchObject({ code: 'bad_token' }),
    50_000,
  )
})

test('the list shows the owners of tokens, and never a secret', async () => {
  const { out } = await kontor(['token', 'list'], beside)
  const own = await kontor(['token', 'list', '--user', 'nobody'], beside)

  expect(out).toMatch(/^ID +USER +NAME .*\n.* admin +first administrator +all +never /)
  expect(out).not.toContain(TOKEN)
  expect(own).toMatchObject({ code: 1, out: '', err: 'kontor: user not found: nobody\n' })
})

test('the audit log shows the system and the command', async () => {
  await kontor(['user', 'create', 'carl', '--no-password'], beside)

  const { entries } = await admin.audit.list({ input: { type: 'user.created' } })

  expect(entries[0]).toMatchObject({ actor: NIL_ID, requestId: 'kontor user create' })
  expect(entries[0]?.data).toEqual({ login: 'carl', isAdministrator: false })
})

test('a typed password is not shown', async (context) => {
  const script = '/usr/bin/script'
  await access(script).catch(() => context.skip(`needs ${script}, which gives a terminal`))
  const main = new URL('../src/main.ts', import.meta.url).pathname
  const command = `"${process.execPath}" "${main}" user create dora`

  // `script` runs the command in a terminal and types its input.
  const output = await converse(script, ['-qec', command, '/dev/null'], {
    environment: beside,
    answers: { 'Password: ': 'typed by hand\r', 'Once more: ': 'typed by hand\r' },
  })

  expect(output).toContain('created the user dora')
  expect(output).not.toContain('typed by hand')
  const input = { login: 'dora', password: 'typed by hand' }
  expect((await anonymous.access.signIn({ input })).user?.login).toBe('dora')
})

test('without a terminal the password must come from standard input', async () => {
  const { code, err } = await kontor(['user', 'create', 'eve'], beside)

  expect(code).toBe(1)
  expect(err).toBe(
    'kontor: there is no terminal to ask for the password: give it with --password-stdin\n',
  )
})

test.each([
  [['strat'], `unknown command 'strat': did you mean start?`],
  [['token', 'lst'], `unknown command 'lst': did you mean list?`],
  [['user', 'create', 'x', '--emial'], `unknown option '--emial': did you mean --email?`],
  [['token', 'create', 'x'], `required option '--user <login>' not specified`],
  [
    ['token', 'create', 'x', '--user', 'admin', '--scopes', 'all'],
    'field "scopes.0": expected an area',
  ],
  [
    ['token', 'create', 'x', '--user', 'admin', '--expires', 'soon'],
    '--expires soon: expected days',
  ],
  [['token', 'revoke', '00000000-0000-4000-8000-000000000000'], 'token not found'],
  [['user', 'create', 'admin', '--no-password'], 'the login "admin" is taken'],
  [['restore', 'no-such-file'], 'ENOENT: no such file or directory'],
  [['backup', '/dev/null'], 'is not a regular file'],
])('kontor %j is refused in one line', async (args, text) => {
  const { code, out, err } = await kontor(args, beside)

  expect(code).toBe(1)
  expect(out).toBe('')
  expect(err).toMatch(/^kontor: .*\n$/)
  expect(err).toContain(text)
})

test('a short password is refused first', async () => {
  const { code, err } = await kontor(['user', 'create', 'fay', '--password-stdin'], beside, 'short')

  expect(code).toBe(1)
  expect(err).toBe('kontor: field "password": expected at least 10 characters\n')
})

test('every command has a help text', async () => {
  const { out } = await kontor(['--help'], beside)
  const commands = [
    'start',
    'work',
    'migrate',
    'doctor',
    'support-bundle',
    'user',
    'token',
    'backup',
    'restore',
  ]
  for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} .*\\w{3}`, 'm'))

  const one = await kontor(['token', 'create', '--help'], beside)
  expect(one.out).toMatch(/^Usage: kontor token create \[options\] <name>/)
})

test('migrate reports what it applied, and the second time nothing', async () => {
  const connection = await newDatabase('template0')
  const environment = { DATABASE_URL: urlOf(connection) }

  const first = await kontor(['migrate'], environment)
  const second = await kontor(['migrate', '--json'], environment)

  expect(first.out).toMatch(/^applied 0001_people\.sql\n/)
  expect(first.out).toMatch(/the database is at migration \d+\n$/)
  expect(JSON.parse(second.out)).toEqual({ version: expect.any(Number), applied: [] })
})

test('a command on a database of an older release asks to migrate', async () => {
  const environment = { DATABASE_URL: urlOf(await newDatabase('template0')) }

  const { code, err } = await kontor(['token', 'list'], environment)

  expect(code).toBe(1)
  expect(err).toMatch(/at migration 0, this release has \d+: run "kontor migrate" first/)
})

test('a database from before the first release is refused by every command, and stays as it is', async () => {
  const connection = await newDatabase('template0')
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  await client.query(`create schema kontor; create table kontor.migrations (number integer primary key,
      name text not null, applied_at timestamptz not null default now());
    insert into kontor.migrations values (1, '0001_platform.sql'), (127, '0127_saml_sign_out.additive.sql')`)
  const environment = { DATABASE_URL: urlOf(connection), KONTOR_DATA: `${folder}/unused` }

  for (const command of [['migrate'], ['token', 'list'], ['start'], ['backup', `${folder}/old`]]) {
    const { code, err } = await kontor(command, environment)
    expect({ command, code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /the database was made before release 0\.1\.0, with migration 0001_platform\.sql, .*: start with an empty one/,
      ),
    })
  }
  const { out } = await kontor(['doctor'], environment)
  expect(out).toContain('made before release 0.1.0')
  const { rows } = await client.query(`select relname from pg_class where relkind = 'r'
    and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`)
  expect(rows).toEqual([{ relname: 'migrations' }])
})

test('a folder without a database stays unchanged', async () => {
  const { code, err } = await kontor(['token', 'list'], { KONTOR_DATA: `${folder}/none` })

  expect(code).toBe(1)
  expect(err).toBe(`kontor: there is no database in ${folder}/none yet: "kontor start" makes one\n`)
  await expect(access(`${folder}/none`)).rejects.toThrow('ENOENT')
})

test('bin/kontor runs with any installed Node', async () => {
  const bin = new URL('../bin/kontor', import.meta.url).pathname

  const { code, out } = await run(bin, ['--version'], {
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  })

  expect({ code, out }).toEqual({ code: 0, out: '0.1.0\n' })
})

test('without a server a command starts the database temporarily', async () => {
  const { folder: other, start: startOther } = await dataFolder()
  const first = startOther({ KONTOR_ADMIN_TOKEN: TOKEN })
  await first.ready()
  await first.stop()

  const made = await kontor(['token', 'create', 'x', '--user', 'admin', '--json'], {
    KONTOR_DATA: other,
  })

  await expect(access(`${other}/pg/cluster/postmaster.pid`)).rejects.toThrow('ENOENT')
  const again = startOther()
  const session = await clientOf(
    await again.ready(),
    JSON.parse(made.out).secret,
  ).access.currentSession()
  expect(session.user.login).toBe('admin')
})
