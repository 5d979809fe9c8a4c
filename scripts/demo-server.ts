import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePort } from '../test/guide-program.ts'

export type Account = { login: string; password: string }
type Server = {
  address: string
  token: string
  admin: Account
  clerk: Account
  stop: () => Promise<void>
}

/** A new installation with the demo company, in a folder of its own. */
export async function startDemo(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-demo-'))
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    env: { PORT: String(await freePort()), KONTOR_DATA: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
    await rm(folder, { recursive: true })
  }
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended:\n${text}`)))
    child.stdout.on('data', (chunk) => {
      text += chunk
      const address = /ready at (\S+)/.exec(text)?.[1]
      if (!address) return
      const said = (name: string) => new RegExp(`^ +${name} +(\\S+)`, 'm').exec(text)?.[1] ?? ''
      const [, login = '', password = ''] = /sign in as (\S+) \/ (\S+)/.exec(text) ?? []
      resolve({
        address,
        token: said('token'),
        admin: { login: said('login'), password: said('password') },
        clerk: { login, password },
        stop,
      })
    })
  })
}

/** Signs in, and is not shown around. */
export async function enter(page: Page, address: string, account: Account): Promise<void> {
  await page.goto(address)
  await page.locator('input[name=login]').fill(account.login)
  await page.locator('input[name=password]').fill(account.password)
  await page.locator('button[type=submit]').click()
  await page.locator('nav').first().waitFor({ state: 'attached' })
  const tour = `${address}/manage/v1/me/settings/tour`
  await page.request.put(tour, { data: { value: 'done' }, headers: { origin: address } })
}
