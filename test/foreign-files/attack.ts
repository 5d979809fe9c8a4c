/** What an attack tries to read, and whom it tries to call. */
export type Bait = {
  /** A file with `secret` in it. */
  file: string
  secret: string
  /** An address that nobody may call. */
  url: string
}

/** A file as somebody with bad intentions would write it. */
export type Attack = {
  name: string
  content: Buffer
  /** It may also be read: then it is harmless, and its contents stay what they are. */
  isHarmless?: boolean
}

export const attack = (name: string, content: Buffer | string): Attack => ({
  name,
  content: Buffer.from(content),
})

/** Nothing follows from it where it is not refused. */
export const harmless = (name: string, content: Buffer | string): Attack => ({
  ...attack(name, content),
  isHarmless: true,
})
