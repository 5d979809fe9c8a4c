import type { Report } from './list-page.tsx'

export type Values = Record<string, unknown>

/** What the definition takes where nothing is said. */
export const defaultsOf = ({ parameters }: Report): Values =>
  Object.fromEntries(
    parameters
      .filter(({ defaultValue }) => defaultValue !== null)
      .map(({ code, defaultValue }) => [code, defaultValue]),
  )
