import fc from 'fast-check'
import { test } from 'vitest'
import { checkLaws } from './models/laws.ts'
import { lively } from './models/lively.ts'

const stimuli = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 })

/** `npm run bench -- engine` tries many more, with another seed each time. */
test('no law of the engine is broken by any model, whatever happens to it', () => {
  fc.assert(
    fc.property(lively, stimuli, (model, picks) => checkLaws(model, picks)),
    { seed: 20_260_101, numRuns: 300 },
  )
})
