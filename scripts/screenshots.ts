import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { complain, say } from '../src/commands/say.ts'
import { launch, NO_BROWSER } from '../test/chromium.ts'
import { designersOf, pagesOf } from '../test/console/pages.ts'
import { freePort } from '../test/guide-program.ts'
import { buildConsole } from './build-console.ts'

/** The pages shown in the documentation. */
const SHOWN = [
  'dashboard',
  'tasks',
  'task',
  'table',
  'board',
  'item',
  'process',
  'instance',
  'files',
  'org-chart',
  'channel',
  'report',
  'designer',
  'admin',
]

/**
 * Screenshots of the console with the demo company.
 * `npm run screenshots -- --to /tmp/look /tasks /files` takes those of other pages.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: 'docs/images' },
    width: { type: 'string', multiple: true, default: ['1440', '380'] },
    scheme: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'en' },
  },
})

const browser = await launch()
if (!browser) throw new Error(NO_BROWSER)
await buildConsole()
const folder = await mkdtemp(join(tmpdir(), 'kontor-screenshots-'))
const port = await freePort()
const server = await startServer()
try {
  await mkdir(values.to, { recursive: true })
  const client = createClient(areas, overHttp(server.address, server.token))
  const shots =
    positionals.length > 0
      ? positionals.map((path) => ({ path, name: path.replace(/\W+/g, '-').slice(1) || 'home' }))
      : (await pagesOf(client)).filter(({ name }) => SHOWN.includes(name))
  // Nobody designs on a telephone.
  const wide = positionals.length > 0 ? [] : await designersOf(client)
  for (const width of values.width.map(Number)) {
    await takeAll(browser, width > 600 ? [...shots, ...wide] : shots, width)
  }
} finally {
  await browser.close()
  server.process.kill()
  await new Promise((resolve) => server.process.once('exit', resolve))
  await rm(folder, { recursive: true })
}

type Shot = { path: string; name: string }
type Account = { login: string; password: string }
type Server = {
  process: ChildProcess
  address: string
  token: string
  admin: Account
  clerk: Account
}

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    env: { PORT: String(port), KONTOR_DATA: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
        process: child,
        address,
        token: said('token'),
        admin: { login: said('login'), password: said('password') },
        clerk: { login, password },
      })
    })
  })
}

/** Pages for administrators only. */
function isForAdmin(path: string): boolean {
  return /^\/(admin|build|storage|telephony|incidents|people)/.test(path)
}

async function takeAll(from: Browser, shots: Shot[], width: number) {
  const { clerk, admin } = server
  const [forClerk, forAdmin] = [false, true].map((isAdmin) =>
    shots.filter(({ path }) => isForAdmin(path) === isAdmin),
  )
  if (forClerk?.length) await takeAs(from, clerk, forClerk, width)
  if (forAdmin?.length) await takeAs(from, admin, forAdmin, width)
}

/** Administrators are asked for a password of their own, on every page. */
async function leaveFirstPassword(page: Page) {
  const dialog = page.getByRole('dialog')
  if ((await dialog.count()) === 0) return
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForTimeout(1500)
}

async function takeAs(from: Browser, account: Account, shots: Shot[], width: number) {
  const context = await from.newContext({
    viewport: { width, height: width > 600 ? 900 : 800 },
    colorScheme: values.scheme === 'dark' ? 'dark' : 'light',
    locale: values.language,
  })
  const page = await context.newPage()
  await page.goto(server.address)
  await page.locator('input[name=login]').fill(account.login)
  await page.locator('input[name=password]').fill(account.password)
  await page.locator('button[type=submit]').click()
  await page.locator('nav').first().waitFor({ state: 'attached' })
  const tour = `${server.address}/manage/v1/me/settings/tour`
  await page.request.put(tour, { data: { value: 'done' }, headers: { origin: server.address } })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complain(`${page.url()}: ${error.message}`))
  for (const { path, name } of shots) {
    await page.goto(`${server.address}${path}`)
    await page.waitForTimeout(1500)
    await leaveFirstPassword(page)
    const file = join(values.to, `${name}-${width}.png`)
    await page.screenshot({ path: file })
    say(file)
  }
  await context.close()
}
