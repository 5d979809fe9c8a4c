import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

const OFTEN = 16 * 1024 ** 2
let passed = 0

/**
 * Chunks of files are outside V8's heap, and V8 lets 64 MiB of them accumulate before it collects. Code that
 * moves files reports how much has passed, so that V8 collects sooner: about a millisecond per 16 MiB.
 */
export function reportPassedBytes(bytes: number): void {
  passed += bytes
  if (passed < OFTEN) return
  passed = 0
  collect({ type: 'minor' })
}
