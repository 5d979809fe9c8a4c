/** What a person at the terminal, or a script that waits for it, is told. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
