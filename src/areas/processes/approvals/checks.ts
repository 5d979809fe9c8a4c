import { type Check, ok, problem } from '../../../platform/checks/check.ts'
import { countEntries, listBroken } from './store.ts'

/** Verifies that every line of every sheet follows from the one before it. */
const docflow: Check = {
  name: 'docflow',
  isThorough: true,
  run: async (db) => {
    const broken = await listBroken(db)
    if (broken.length === 0)
      return ok(`${await countEntries(db)} lines, each follows the one before`)
    const places = broken.map(
      ({ app, item_id, seq, problem: what }) => `line ${seq} of ${app}/${item_id}: ${what}`,
    )
    return problem(
      `approval sheets were changed outside of Kontor: ${places.join('; ')}. Restore them from a backup`,
    )
  },
}

export const docflowChecks: Check[] = [docflow]
