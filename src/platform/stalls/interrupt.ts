import { type Debugger, Session } from 'node:inspector/promises'
import { pause } from '../loops/wake.ts'

/** A call into the system cannot be interrupted: then there is nothing to tell before it comes back. */
const PATIENCE = 2_000
const DEEPEST = 50

/** The main thread hears no signals now, so the system shall act on them: it ends the process. */
const LET_SIGNALS_END = `for (const name of ['SIGTERM', 'SIGINT']) process.removeAllListeners(name)`

/**
 * Stops the main thread for a moment, in the middle of whatever it does: answers where that is, and
 * takes its signal handlers away. Whoever had some has to set them again when it goes on.
 */
export async function interrupt(): Promise<string> {
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
    const stack = await Promise.race([paused, pause(PATIENCE).then(() => undefined)])
    if (stack === undefined) return 'unknown: it is inside of a call into the system'
    await session.post('Runtime.evaluate', { expression: LET_SIGNALS_END })
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
