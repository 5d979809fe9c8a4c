import { z } from 'zod'
import { findAbsent } from '../../../platform/scripts/world/members.ts'
import type { Component } from '../package/package.ts'
import { hasSecretText, toText } from '../text.ts'
import type { Say } from '../world.ts'
import type { Process } from './schemas.ts'

/** The largest program that a diagram or a module may hold. */
const LARGEST = 200 * 1024

const Runtime = z.looseObject({ scripts: z.string().catch('') })

/** The program whose functions the steps of a process call: as the portal runs it, else as people wrote it. */
export const programOf = (
  { resources }: Component,
  { scripts }: Process,
  say: Say,
): string | undefined => toProgram(runtimeOf(resources) || scripts, say)

/** Undefined if there is none, or it stays in the package. */
export function toProgram(given: string, say: Say): string | undefined {
  const text = toText(given)
  if (text === '') return undefined
  if (Buffer.byteLength(text) > LARGEST) {
    say('by hand', 'scripts', `they have more than ${LARGEST} bytes: divide them`)
    return undefined
  }
  if (hasSecretText(text)) {
    say('by hand', 'scripts', 'they hold what looks like a secret, and stay in the package')
    return undefined
  }
  return text
}

export function runtimeOf(resources: Component['resources']): string {
  const content = resources.find(({ kind }) => kind === 'runtime')?.content.toString('utf8')
  try {
    return Runtime.safeParse(JSON.parse(content ?? '{}')).data?.scripts ?? ''
  } catch {
    return ''
  }
}

const NAME = /^[A-Za-z_$][\w$]*$/

/** Portals begin every script with one that lists all functions a script may have. */
const COMMENTS = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm

/** Whether a program has a function that a step can call. */
export const hasFunction = (program: string | undefined, name: string): boolean =>
  program !== undefined &&
  NAME.test(name) &&
  new RegExp(`\\bfunction\\s+${name.replaceAll('$', '\\$')}\\s*[(<]`).test(
    program.replaceAll(COMMENTS, ''),
  )

/** What whoever brings the program has to know about it. */
export function sayOfProgram(program: string, say: Say): void {
  say(
    'changed',
    'scripts',
    'they have the rights of who starts them, not of an administrator: name a user as "scriptUser"',
  )
  const absent = findAbsent(program)
  if (absent.length > 0) {
    say('by hand', 'scripts', `they fail where they come to ${absent.join(', ')}: not there yet`)
  }
}
