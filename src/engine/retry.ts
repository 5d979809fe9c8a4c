import type { Node } from './model.ts'
import { addDuration, parseDuration } from './time/duration.ts'

/** How a step that the host carries out is tried again. What is left out is as usual. */
export type RetryPolicy = {
  /** Attempts in all. */
  attempts?: number
  /** Seconds before the second attempt, the third, …; the last one is repeated. */
  waits?: number[]
  /** Only errors with these codes are tried again, also if that would usually be in vain. */
  on?: string[]
}

/** The settings of a policy, which every step that is carried out by the host takes. */
export const RETRY_SETTINGS = ['retries', 'backoff', 'retryOn']

const MOST = 1000

export function retryOf({ settings }: Pick<Node, 'settings'>): RetryPolicy {
  const { retries, backoff, retryOn } = settings
  const waits = listOf(backoff).flatMap((text) => secondsOf(text) ?? [])
  return {
    ...(retries && { attempts: Number(retries) + 1 }),
    ...(waits.length > 0 && { waits }),
    ...(retryOn && { on: listOf(retryOn) }),
  }
}

/** What is wrong with the settings of a policy. */
export function checkRetry({
  settings: { retries = '', backoff },
}: Pick<Node, 'settings'>): string[] {
  const isCount = retries === '' || (/^\d{1,4}$/.test(retries) && Number(retries) <= MOST)
  return [
    ...(isCount ? [] : [`"retries" is a whole number from 0 to ${MOST}`]),
    ...listOf(backoff)
      .filter((text) => secondsOf(text) === undefined)
      .map((text) => `"${text}" is no duration: "backoff" lists some, such as "PT10S, PT5M"`),
  ]
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function secondsOf(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration && addDuration(new Date(0), duration).getTime() / 1000
}
