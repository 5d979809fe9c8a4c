/** Whoever watches long work. */
export type Progress = {
  /** How far it is with something. */
  at(what: string, bytes: number): void
  done(what: string, result: string): void
}

export const amount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
