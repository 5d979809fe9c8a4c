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

  override getFullYear(): number {
    return this.getUTCFullYear()
  }

  override getMonth(): number {
    return this.getUTCMonth()
  }

  override getDate(): number {
    return this.getUTCDate()
  }

  override getDay(): number {
    return this.getUTCDay()
  }

  override getHours(): number {
    return this.getUTCHours()
  }

  override getMinutes(): number {
    return this.getUTCMinutes()
  }

  override getSeconds(): number {
    return this.getUTCSeconds()
  }
}

export function stopClock(): void {
  globalThis.Date = StoppedDate as DateConstructor
}
