import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { buildConsole } from '../scripts/build-console.ts'
import { type Account, enter, startDemo } from '../scripts/demo-server.ts'
import { say } from '../src/commands/say.ts'
import { launch, NO_BROWSER } from '../test/chromium.ts'

/**
 * What somebody waits for who opens the console on a slow line for the first time, with nothing in the
 * cache: `npx node bench/first-view.ts`. The line is a 3G one: 1.6 Mbit/s, 300 ms to the server and back.
 */
const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    rounds: { type: 'string', default: '3' },
    list: { type: 'boolean', default: false },
  },
})

const LINE = {
  offline: false,
  latency: 300,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** What shows that a page is there: what it is for, not its frame. */
const PAGES = [
  { path: '/', ready: 'main h1, main h2, main [data-ready]' },
  { path: '/tasks', ready: 'main [data-index]' },
]

type Round = { seconds: number; bytes: number; requests: number }

async function view(
  browser: Browser,
  { address, account, path, ready }: { address: string; account: Account } & (typeof PAGES)[number],
): Promise<Round> {
  const context = await browser.newContext({ locale: values.language })
  const page = await context.newPage()
  await enter(page, address, account)
  const session = await context.newCDPSession(page)
  await page.goto('about:blank')
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', LINE)
  const round = { seconds: 0, bytes: 0, requests: 0 }
  const begin = performance.now()
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    round.bytes += encodedDataLength
  })
  session.on('Network.requestWillBeSent', ({ request }) => {
    round.requests++
    const at = ((performance.now() - begin) / 1000).toFixed(2)
    if (values.list) say(`${at.padStart(6)} ${request.url.slice(address.length)}`)
  })
  await page.goto(`${address}${path}`, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor()
  round.seconds = (performance.now() - begin) / 1000
  await context.close()
  return round
}

const browser = await launch()
if (!browser) throw new Error(NO_BROWSER)
await buildConsole()
const server = await startDemo()
try {
  for (const page of PAGES) {
    const rounds: Round[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      rounds.push(await view(browser, { address: server.address, account: server.clerk, ...page }))
    }
    const [best] = rounds.toSorted((one, other) => one.seconds - other.seconds)
    if (!best) continue
    const size = `${Math.round(best.bytes / 1024)} KB`
    say(`${page.path}  ${best.seconds.toFixed(1)} s  ${size}  ${best.requests} requests`)
  }
} finally {
  await browser.close()
  await server.stop()
}
