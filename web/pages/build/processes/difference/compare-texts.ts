import { parse } from '../../../../../src/engine/parse.ts'
import type { Moddle } from '../settings/moddle.ts'
import { type Change, compare } from './compare.ts'

/** Compares two diagrams as they stand in their files. */
export async function compareTexts(before: string, after: string): Promise<Change[]> {
  return compare(await rootOf(before), await rootOf(after))
}

async function rootOf(xml: string): Promise<Moddle> {
  const parsed = await parse(xml)
  if ('message' in parsed) throw new Error(parsed.message)
  return parsed.root as unknown as Moddle
}
