import type { Browser, Page } from 'playwright-core'
import { afterEach, TestRunner } from 'vitest'
import { launch, NO_BROWSER } from './chromium.ts'

let browser: Promise<Browser | undefined> | undefined
let open: Page[] = []

afterEach(async () => {
  await Promise.all(open.map((page) => page.close()))
  open = []
})

/** Pages are slow on a busy machine; only the timeout of the test counts. */
const TIMEOUT = 300_000

export type Visit = {
  page: Page
  /** Requests to other hosts. */
  outside: string[]
  /** Browser errors: exceptions, failed loads, CSP violations. */
  complaints: string[]
}

type Options = { width?: number; before?: (page: Page) => Promise<void> }

/**
 * Opens an address in a real Chromium, which test files of one worker share and which ends with it, and
 * records what the page does; `before` may send requests with the cookies of the page. Without a browser
 * the test is skipped.
 */
export async function visit(
  address: string,
  { width = 1440, before }: Options = {},
): Promise<Visit> {
  browser ??= launch()
  const page = await ((await browser) ?? skip()).newPage({
    viewport: { width, height: 900 },
    // A list that is opened from something still unfolding closes at once.
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(TIMEOUT)
  open.push(page)
  const { origin } = new URL(address)
  const [outside, complaints]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== origin)
      outside.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await before?.(page)
  await page.goto(address)
  return { page, outside, complaints }
}

function skip(): never {
  TestRunner.getCurrentTest()?.context.skip(NO_BROWSER)
  throw new Error(NO_BROWSER)
}
