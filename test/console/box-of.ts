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
    { timeout: 50_000 },
  )
}

/**
 * Takes hold of a card with the mouse, this far from its corner. While its list is drawn again the
 * card may move away from under the mouse: then it is taken anew.
 */
export async function lift(card: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  const page = card.page()
  await vi.waitFor(
    async () => {
      await page.mouse.move(4, 4)
      await page.mouse.up()
      const from = await boxOf(card)
      await page.mouse.move(from.x + x, from.y + y)
      await page.mouse.down()
      await page.mouse.move(from.x + x + 40, from.y + y + 8, { steps: 4 })
      await page.locator('[data-dragging]').waitFor({ timeout: 3000 })
    },
    { timeout: 60_000 },
  )
}
