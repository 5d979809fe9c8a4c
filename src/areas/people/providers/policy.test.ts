import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'
import { applyProvidersFile, readProvidersFile } from './file.ts'
import { insertIdentity } from './store/identities.ts'

const { as, admin, make, request, app } = await startApp()
const PASSWORD = 'a horse of the right kind'
const connection = { kind: 'oidc', issuer: 'https://id.example', clientId: 'kontor' } as const
const provider = { code: 'company', name: 'Company', connection }

const signIn = ({ login }: { login: string }) =>
  request('/manage/v1/session', {
    method: 'POST',
    body: JSON.stringify({ login, password: PASSWORD }),
  })
const save = (passwords: 'everybody' | 'emergency', ...accounts: { id: string }[]) =>
  as(admin).providers.savePolicy({
    input: { passwords, emergencyAccounts: accounts.map(({ id }) => id) },
  })

const companyOf = async () => {
  const { providers } = await as(admin).providers.list()
  return providers.find(({ code }) => code === 'company') ?? { id: '' }
}

const boss = await make.user({ login: 'boss', isAdministrator: true, password: PASSWORD })
const ann = await make.user({ password: PASSWORD })
const bare = await make.user({ isAdministrator: true })

test('passwords are closed only while somebody can still come in', async () => {
  await expect(save('emergency', boss)).rejects.toThrow('no provider is enabled')
  const created = await as(admin).providers.create({ input: provider })
  await expect(save('emergency')).rejects.toThrow('without an administrator')
  await expect(save('emergency', bare)).rejects.toThrow('without an administrator')
  await expect(save('emergency', ann)).rejects.toThrow('expected administrators')
  const given = { login: 'fresh', password: PASSWORD, isAdministrator: true }
  const { user: fresh } = await as(admin).access.createUser({ input: given })
  await expect(save('emergency', boss, fresh)).rejects.toThrow('choose your own password first')
  expect((await signIn(ann)).status).toBe(200)

  await save('emergency', boss)

  const refused = await signIn(ann)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('passwords are closed')
  expect((await as(ann).access.currentSession()).user.id).toBe(ann.id)
  const choices = await as(ann).providers.listChoices()
  expect(choices).toMatchObject({ passwords: false, providers: [{ code: 'company' }] })
  const params = { id: created.provider.id }
  const off = as(admin).providers.update({ params, input: { ...provider, isEnabled: false } })
  await expect(off).rejects.toThrow('passwords are closed')
  await expect(as(admin).providers.delete({ params })).rejects.toThrow('passwords are closed')
})

test('the emergency account comes in, and the other administrators are told', async () => {
  expect((await signIn(boss)).status).toBe(200)

  const { notifications } = await as(admin).notifications.list({ input: {} })
  expect(notifications).toMatchObject([
    { kind: 'system', text: expect.stringContaining('The emergency account "boss" signed in') },
  ])
  const { entries } = await as(admin).audit.list({ input: { type: 'session.emergency_opened' } })
  expect(entries).toHaveLength(1)
})

const params = { id: boss.id }
test.each([
  ['blocked', () => as(admin).users.block({ params })],
  ['deleted', () => as(admin).users.remove({ params })],
  [
    'taken from the administrators',
    () => as(admin).scheme.removeGroupItems({ params: { id: ADMINISTRATORS }, input: [boss.id] }),
  ],
  ['taken from the list', () => save('emergency')],
])('the last emergency account cannot be %s', async (_, remove) => {
  await expect(remove()).rejects.toThrow('without an administrator')
  expect((await signIn(boss)).status).toBe(200)
})

test('an emergency account with an initial password, which expires, is none', async () => {
  const input = { password: `${PASSWORD} of all` }
  await as(admin).access.setPassword({ params: { id: boss.id }, input })
  const block = as(admin).users.block({ params: { id: bare.id } })
  await expect(block).rejects.toThrow('without an administrator')
  await save('everybody')
})

test('providers of a file are what it says, and are not changed elsewhere', async () => {
  const path = join(app.platform.config.KONTOR_DATA, 'providers.yaml')
  const apply = async (text: string) => {
    await writeFile(path, text)
    const file = await readProvidersFile(path)
    await make.asSystem((ctx) => applyProvidersFile(ctx, file))
    const { providers } = await as(admin).providers.list()
    return providers.filter(({ isFixed }) => isFixed)
  }
  const text = (name: string) => `providers:
  - code: fixed
    name: ${name}
    secret: of the client
    connection: { kind: oidc, issuer: 'https://id.example', clientId: kontor }
`

  const [first] = await apply(text('One'))
  const [second] = await apply(text('Two'))

  expect(second).toMatchObject({ id: first?.id, name: 'Two', hasSecret: true })
  const fixed = { params: { id: first?.id ?? '' } }
  const change = { ...fixed, input: { ...provider, code: 'fixed' } }
  await expect(as(admin).providers.update(change)).rejects.toThrow('KONTOR_PROVIDERS')
  await expect(as(admin).providers.delete(fixed)).rejects.toThrow('KONTOR_PROVIDERS')
  await expect(apply('providers: [{ code: x }]')).rejects.toThrow('providers.0.name')
  await expect(apply('providers: [')).rejects.toThrow('KONTOR_PROVIDERS')
  // Where passwords are closed, another code is no moment without a provider.
  await as(admin).providers.delete({ params: { id: (await companyOf()).id } })
  await as(boss).access.changeMyPassword({
    input: { current: `${PASSWORD} of all`, next: PASSWORD },
  })
  await save('emergency', boss)
  const [other] = await apply(text('Two').replace('code: fixed', 'code: other'))
  expect(other).toMatchObject({ code: 'other' })
  await expect(apply('providers: []')).rejects.toThrow('passwords are closed')
  await save('everybody')

  const id = other?.id ?? ''
  const link = { provider_id: id, issuer: 'x', subject: 'x', user_id: ann.id, name: 'x' }
  await make.asSystem((ctx) =>
    insertIdentity(ctx.db, {
      ...link,
      ...{
        id: newId(),
        linked_by: 'person',
        linked_at: ctx.now(),
        last_sign_in_at: null,
        external_id: null,
      },
    }),
  )
  expect(await apply('providers: []')).toEqual([])
  const { providers } = await as(admin).providers.list()
  expect(providers).toMatchObject([{ id, isEnabled: false, isFixed: false, people: 1 }])
  expect(await apply(text('Two').replace('code: fixed', 'code: other'))).toMatchObject([
    { id, isEnabled: true, people: 1 },
  ])
  await as(admin).providers.unlink({
    params: { id: (await as(ann).providers.listOwn()).identities[0]?.id ?? '' },
  })
  expect(await apply('providers: []')).toEqual([])
  expect((await as(admin).providers.list()).providers).toEqual([])
})
