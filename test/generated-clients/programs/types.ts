/** Where a program finds the server, and what it works with there. */
export type Stand = {
  address: string
  token: string
  namespace: string
  app: string
  process: string
  directory: string
  unknownId: string
}

/** What a program got from ten operations and a refusal. */
export type Answers = {
  workspaces: string[]
  app: string | undefined
  created: { id: string; createdAt: string; version: number }
  title: unknown
  listed: string[]
  listedByGet: string[]
  instance: string | undefined
  tasks: (string | null)[]
  people: number
  file: string
  stored: unknown
  refusal: { status: number | undefined; error: string }
}
