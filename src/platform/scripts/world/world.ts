import { apps } from './apps.ts'
import { calls } from './calls.ts'
import { codec } from './codec.ts'
import { context } from './context.ts'
import { docflow } from './docflow.ts'
import { files } from './files.ts'
import { guard } from './guard.ts'
import { http } from './http.ts'
import { people } from './people.ts'
import { processes } from './processes.ts'
import { search } from './search.ts'
import { storage } from './storage.ts'
import { system } from './system.ts'
import { values } from './values.ts'

/** In the order of their dependencies. */
const PARTS = [
  ...[guard, calls, http, storage, values, codec, search, files, people, docflow],
  ...[processes, apps, system, context],
]

/**
 * What a script sees of the system, as the source of one function. The parts are functions that use nothing
 * but what they are given: their text runs in the sandbox, one after another, on what is shared. The result
 * is a function that tells which variables have changed.
 */
export const WORLD = `((kit) => {
  'use strict'
  ${PARTS.map((part) => `Object.assign(kit, (${part})(kit))`).join('\n  ')}
  return kit.changes
})`
