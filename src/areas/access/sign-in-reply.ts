import { SESSION_COOKIE } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Admission, Visitor } from './admission.ts'
import { ATTEMPT_LENGTH } from './attempts.ts'
import { DEVICE_LENGTH } from './devices.ts'
import type { SignedIn } from './sign-in-operations.ts'
import type { Step } from './sign-in-steps.ts'

/** Identifies a known browser; it grants no access. */
const DEVICE_COOKIE = 'kontor_device'
/** A sign-in that needs more steps. */
export const ATTEMPT_COOKIE = 'kontor_sign_in'

/** The request of a browser, with its cookies. */
type Browser = Context & {
  address: string
  agent: string
  setCookie(name: string, value: string, seconds: number): void
  readCookie(name: string): string | undefined
}

export const visitorOf = (ctx: Browser): Visitor => ({
  address: ctx.address,
  agent: ctx.agent,
  device: ctx.readCookie(DEVICE_COOKIE),
})

/** The next step of the sign-in that this browser began. */
export const stepOf = (ctx: Browser): Step => ({
  secret: ctx.readCookie(ATTEMPT_COOKIE),
  visitor: visitorOf(ctx),
})

/** Sets the cookies of a session, or of an attempt that needs more steps. */
export function answerAdmission(ctx: Browser, admission: Admission): SignedIn {
  if (admission.state !== 'ok') {
    const { state, factors } = admission
    ctx.setCookie(ATTEMPT_COOKIE, admission.attempt, ATTEMPT_LENGTH)
    return { state, factors, isFirstPassword: false }
  }
  const { account, isFirstPassword } = admission
  ctx.setCookie(SESSION_COOKIE, admission.session, ctx.config.KONTOR_SESSION_LENGTH)
  ctx.setCookie(DEVICE_COOKIE, admission.device, DEVICE_LENGTH)
  if (ctx.readCookie(ATTEMPT_COOKIE)) ctx.setCookie(ATTEMPT_COOKIE, '', 0)
  return { state: 'ok', factors: [], user: account, isFirstPassword }
}
