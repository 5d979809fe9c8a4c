import { calls } from './calls.ts'

const PARTS = [calls]

/**
 * What a script sees of the system, as the source of one function. The parts are functions that use nothing
 * but what they are given: their text runs in the sandbox, one after another, on what is shared. The result
 * is a function that tells which variables have changed.
 */
export const WORLD = `((kit) => {
  'use strict'
  ${PARTS.map((part) => `Object.assign(kit, (${part})(kit))`).join('\n  ')}
  return () => kit.changes?.() ?? {}
})`
