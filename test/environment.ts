/** The environment of the tests. */
// biome-ignore lint/style/noProcessEnv: the only place where tests read it
export const environment: NodeJS.ProcessEnv = process.env

/** What child processes inherit: the server does not know the setting of the tests. */
const { KONTOR_CHROMIUM: _, ...rest } = environment
export const inherited: NodeJS.ProcessEnv = rest
