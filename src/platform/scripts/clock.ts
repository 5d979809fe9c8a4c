let moment = 0

/** From here on it is this moment, until the next call. */
export const setMoment = (milliseconds: number): void => {
  moment = milliseconds
}

/**
 * WebAssembly asks the `Date` of the thread around it for the time and the zone. In a thread that
 * does nothing but run scripts this one takes its place: time stands still, in UTC. A script cannot
 * reach behind it, as it could behind a `Date` that was changed inside the sandbox.
 */
class StoppedDate extends Date {
  static override now(): number {
    return moment
  }

  override getTimezoneOffset(): number {
    return 0
  }
}

export function stopClock(): void {
  globalThis.Date = StoppedDate as DateConstructor
}
