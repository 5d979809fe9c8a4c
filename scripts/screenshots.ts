import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { complain, say } from '../src/commands/say.ts'
import { launch, NO_BROWSER } from '../test/chromium.ts'
import { designersOf, pagesOf } from '../test/console/pages.ts'
import { buildConsole } from './build-console.ts'
import { type Account, enter, startDemo } from './demo-server.ts'

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
const server = await startDemo()
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
  await server.stop()
}

type Shot = { path: string; name: string }
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
  await enter(page, server.address, account)
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
