/** The environment of the tests, which child processes inherit. */
// biome-ignore lint/style/noProcessEnv: the only place where tests read it
export const inherited: NodeJS.ProcessEnv = process.env
