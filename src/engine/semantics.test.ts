import { expect, test } from 'vitest'
import { begin } from './models/load.ts'
import { SEMANTICS } from './models/semantics/all.ts'

test.each(SEMANTICS)('$element: $rule', async ({ model, options, play, trace, waiting = '' }) => {
  const it = await begin(model, options)

  play?.(it)

  expect({ trace: it.trace.join(' '), waiting: it.waiting.join(' ') }).toEqual({ trace, waiting })
})
