import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { visit } from '../browser.ts'
import { challengeOf, newVerifier, startOAuth, toQuery } from '../oauth.ts'
import { findBarriers } from './find-barriers.ts'

const { address, register, token, session, make } = await startOAuth()
/** The site of a program: another one than ours, so our cookie does not come with a click there. */
let start = ''
const program = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end(`<a href="${start}">Connect</a>`)
}).listen(0)
await once(program, 'listening')
afterAll(() => program.close().closeAllConnections())
const site = `http://localhost:${(program.address() as AddressInfo).port}`
const redirect_uri = `${site}/callback`

const PASSWORD = 'a password for the console'

test('a person lets a program in from its own site, sees it in the profile and ends it', async () => {
  const ann = await make.user({ firstName: 'Ann', password: PASSWORD, isAdministrator: true })
  const client_id = (await register([redirect_uri], 'Desk')).body.client_id
  const code_verifier = newVerifier()
  start = `${address}/oauth/authorize?${toQuery({
    ...{ response_type: 'code', client_id, redirect_uri, code_challenge_method: 'S256' },
    ...{ code_challenge: challengeOf(code_verifier), scope: '*:write', state: 'my-state' },
  })}`.replaceAll('&', '&amp;')
  const { page } = await visit(site, {
    width: 380,
    before: async ({ request }) => {
      const data = { login: ann.login, password: PASSWORD }
      await request.post(`${address}/manage/v1/session`, { headers: { origin: address }, data })
    },
  })

  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Let Desk act for you?' }).waitFor()
  await page.getByText('The program runs on this machine').waitFor()
  await page.getByText(`for your account at ${new URL(address).host}: ${ann.login}`).waitFor()
  expect(await findBarriers(page, 'consent')).toEqual([])
  await page.getByRole('radio', { name: 'Only look' }).click()
  expect(await page.getByText('Create, change and delete').count()).toBe(0)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${redirect_uri}**`)

  const { code = '', ...rest } = Object.fromEntries(new URL(page.url()).searchParams)
  expect(rest).toEqual({ state: 'my-state', iss: address })
  const grant_type = 'authorization_code'
  const { body } = await token({ grant_type, code, client_id, redirect_uri, code_verifier })
  expect(body.scope).toBe('*:read')
  expect((await session(body.access_token)).status).toBe(200)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${address}/admin/programs`)
  await page.getByRole('cell', { name: /Desk/ }).first().waitFor()
  expect(await findBarriers(page, 'programs')).toEqual([])
  await page.goto(`${address}/profile/assistants`)
  await page.getByText(`claude mcp add --transport http kontor ${address}/mcp`).waitFor()
  expect(await findBarriers(page, 'assistants')).toEqual([])
  await page.goto(`${address}/profile`)
  await page.getByRole('button', { name: 'Disconnect Desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No program acts for you.').waitFor()
  expect((await session(body.access_token)).status).toBe(401)
})

test('an administrator registers a program on a server, gives it another secret and deletes it', async () => {
  const boss = await make.user({ password: PASSWORD, isAdministrator: true })
  const robot = await make.user({ lastName: 'Robot' })
  const { page } = await visit(`${address}/admin/programs`, {
    before: async ({ request }) => {
      const data = { login: boss.login, password: PASSWORD }
      await request.post(`${address}/manage/v1/session`, { headers: { origin: address }, data })
    },
  })
  const dialog = page.getByRole('dialog')
  const told = async (name: string) =>
    (await dialog.getByRole('region', { name }).textContent()) ?? ''
  const credentials = (client_id: string, client_secret: string) =>
    token({ grant_type: 'client_credentials', client_id, client_secret })

  await page.getByRole('button', { name: 'Register a program' }).click()
  await dialog.getByRole('textbox', { name: 'Program' }).fill('Nightly export')
  await dialog.getByRole('switch', { name: 'It runs on a server' }).click()
  await dialog.getByRole('combobox', { name: 'Acts by itself as' }).fill('Robot')
  await page.getByRole('option', { name: /Robot/ }).click()
  await dialog.getByText('Read only').waitFor()
  expect(await findBarriers(page, 'a new program')).toEqual([])
  await dialog.getByRole('button', { name: 'Register a program' }).click()

  await dialog.getByRole('region', { name: 'Client secret' }).waitFor()
  const [id, first] = [await told('Client ID'), await told('Client secret')]
  expect((await credentials(id, first)).body).toMatchObject({ scope: '*:read' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Nightly export/ }).last()
  await row.getByText('With a secret').waitFor()
  await row.getByText(robot.name).waitFor()
  await row.getByText('Read only').waitFor()
  expect(await findBarriers(page, 'registered programs')).toEqual([])

  await page.getByRole('button', { name: 'New secret for Nightly export' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('region', { name: 'Client secret' }).waitFor()
  const second = await told('Client secret')
  expect((await credentials(id, first)).status).toBe(401)
  expect((await credentials(id, second)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Delete Nightly export' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete Nightly export' }).waitFor({ state: 'detached' })
  expect((await credentials(id, second)).status).toBe(400)
})

test('a wrong request is told on the page, and nobody is sent away by it', async () => {
  const ann = await make.user({ password: PASSWORD })
  const client_id = (await register([redirect_uri], 'Desk')).body.client_id
  const query = toQuery({ response_type: 'token', client_id, redirect_uri })

  const { page } = await visit(`${address}/oauth/authorize?${query}`)
  await page.getByLabel('Login').fill(ann.login)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').getByText('Desk').waitFor()

  const back = await page.getByRole('link', { name: /Back to the program/ }).getAttribute('href')
  expect(back).toContain(`${redirect_uri}?error=unsupported_response_type`)
})
