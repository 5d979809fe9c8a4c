import { type Debugger, Session } from 'node:inspector/promises'
import { pause } from '../loops/sleep.ts'

/** A native call cannot be interrupted: then there is no stack before it returns. */
const TIMEOUT = 2_000
const DEEPEST = 50

/** The main thread cannot handle signals now, so their default action must end the process. */
const LET_SIGNALS_END = `for (const name of ['SIGTERM', 'SIGINT']) process.removeAllListeners(name)`

/**
 * Pauses the main thread for a moment, returns its stack and removes its signal handlers, which must be
 * set again when it continues. One that has continued meanwhile keeps them: nobody would set them again.
 */
export async function interrupt(isStillBlocked: () => boolean): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  try {
    const files = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
    const paused = new Promise<string>((resolve) => {
      session.once('Debugger.paused', ({ params }) => resolve(toStack(params.callFrames, files)))
    })
    const asked = askToPause(session)
    asked.catch(() => undefined)
    const stack = await Promise.race([paused, pause(TIMEOUT).then(() => undefined)])
    if (stack === undefined) return 'unknown: inside a native call'
    // The thread is paused, so it cannot continue between the check and the removal.
    if (isStillBlocked()) await session.post('Runtime.evaluate', { expression: LET_SIGNALS_END })
    await session.post('Debugger.resume')
    return stack
  } catch (error) {
    return `unknown: ${(error as Error).message}`
  } finally {
    session.disconnect()
  }
}

async function askToPause(session: Session): Promise<void> {
  await session.post('Debugger.enable')
  await session.post('Debugger.pause')
}

const toStack = (frames: Debugger.CallFrame[], files: Map<string, string>): string =>
  frames
    .slice(0, DEEPEST)
    .map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
      const name = functionName === '' ? '<anonymous>' : functionName
      return `at ${name} (${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`
    })
    .join('\n')
