/** Reports the progress of long work. */
export type Progress = {
  /** The progress of one part. */
  at(what: string, bytes: number): void
  done(what: string, result: string): void
}

export const amount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
