let moment = 0

/** Sets the time that scripts see. */
export const setMoment = (milliseconds: number): void => {
  moment = milliseconds
}

/**
 * WebAssembly takes the time and the zone from the `Date` of its thread. In a thread that only runs scripts
 * it is replaced by this one: a fixed time, in UTC. A script cannot get around it, as it could with a
 * `Date` replaced inside the sandbox.
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
