import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Ticks the box of a row, whose list may be read anew in the moment of the click. */
export async function tick(box: Locator): Promise<void> {
  const isTicked = async () => {
    await box.check().catch(() => undefined)
    return box.isChecked()
  }
  await expect.poll(isTicked).toBe(true)
}
