import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page, Request } from 'playwright-core'
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

/** Quarters of a second: what takes longer is taken as it is. */
const MOST_ROUNDS = 60

/**
 * Screenshots of the console with the demo company.
 * `npm run screenshots -- --to /tmp/look /tasks /files` takes those of other pages, and
 * `--all --scheme light --scheme dark --language en --language ru` those of every page in every dress.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: 'docs/images' },
    width: { type: 'string', multiple: true, default: ['1440', '380'] },
    scheme: { type: 'string', multiple: true, default: ['light'] },
    language: { type: 'string', multiple: true, default: ['en'] },
    all: { type: 'boolean', default: false },
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
      : (await pagesOf(client)).filter(({ name }) => values.all || SHOWN.includes(name))
  // Nobody designs on a telephone.
  const wide = positionals.length > 0 ? [] : await designersOf(client)
  for (const look of looks()) {
    await takeAll(browser, look.width > 600 ? [...shots, ...wide] : shots, look)
  }
} finally {
  await browser.close()
  await server.stop()
}

type Shot = { path: string; name: string }
type Look = { width: number; scheme: string; language: string }

function looks(): Look[] {
  return values.language.flatMap((language) =>
    values.scheme.flatMap((scheme) =>
      values.width.map((width) => ({ width: Number(width), scheme, language })),
    ),
  )
}

/** Pictures say how they differ from others of the same run. */
function fileOf(name: string, { width, scheme, language }: Look): string {
  const parts = [
    name,
    width,
    ...(values.scheme.length > 1 ? [scheme] : []),
    ...(values.language.length > 1 ? [language] : []),
  ]
  return join(values.to, `${parts.join('-')}.png`)
}

/** Pages for administrators only. */
function isForAdmin(path: string): boolean {
  return /^\/(admin|build|storage|telephony|incidents|process-messages|people)/.test(path)
}

async function takeAll(from: Browser, shots: Shot[], look: Look) {
  const { clerk, admin } = server
  const [forClerk, forAdmin] = [false, true].map((isAdmin) =>
    shots.filter(({ path }) => isForAdmin(path) === isAdmin),
  )
  if (forClerk?.length) await takeAs(from, clerk, forClerk, look)
  if (forAdmin?.length) await takeAs(from, admin, forAdmin, look)
}

/** Administrators are asked for a password of their own, on every page. */
async function leaveFirstPassword(page: Page) {
  const dialog = page.getByRole('dialog')
  if ((await dialog.count()) === 0) return
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Streams of events stay open. */
function isStream(request: Request): boolean {
  return new URL(request.url()).pathname.endsWith('/events')
}

/** Widgets ask for what they show after the page is there, one after another. */
function watchLoading(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (!isStream(request)) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  const isLoading = async () =>
    asked.size > 0 || (await page.locator('[aria-busy=true], .mantine-Skeleton-root').count()) > 0
  return async () => {
    for (let quiet = 0, rounds = 0; quiet < 4 && rounds < MOST_ROUNDS; rounds++) {
      quiet = (await isLoading()) ? 0 : quiet + 1
      await page.waitForTimeout(250)
    }
  }
}

async function takeAs(from: Browser, account: Account, shots: Shot[], look: Look) {
  const { width, scheme, language } = look
  const context = await from.newContext({
    viewport: { width, height: width > 600 ? 900 : 800 },
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    locale: language,
  })
  const page = await context.newPage()
  const loaded = watchLoading(page)
  await enter(page, server.address, account)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complain(`${page.url()}: ${error.message}`))
  for (const { path, name } of shots) {
    await page.goto(`${server.address}${path}`)
    await loaded()
    await leaveFirstPassword(page)
    await loaded()
    const file = fileOf(name, look)
    await page.screenshot({ path: file })
    say(file)
  }
  await context.close()
}
