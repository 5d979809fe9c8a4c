import type { Locator } from 'playwright-core'
import { vi } from 'vitest'

/** Where something is, once it is drawn and stays where it is: lists are drawn again while they load. */
export function boxOf(what: Locator) {
  return vi.waitFor(
    async () => {
      const element = await what.elementHandle()
      await element?.waitForElementState('stable')
      const box = await element?.boundingBox()
      if (!box) throw new Error('it is not drawn')
      return box
    },
    { timeout: 20_000 },
  )
}
