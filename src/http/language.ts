import type { IncomingHttpHeaders } from 'node:http'

const LONGEST = 200

/** The language that the caller prefers, as in `ru-RU, ru;q=0.9, en;q=0.8`: the primary one. */
export function languageOf({ 'accept-language': header }: IncomingHttpHeaders): string | undefined {
  if (header === undefined || header.length > LONGEST) return undefined
  const [best] = header
    .split(',')
    .map((each) => /^\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(each))
    .flatMap((match) => (match ? [{ code: match[1] ?? '', weight: Number(match[2] ?? 1) }] : []))
    .toSorted((one, other) => other.weight - one.weight)
  return best?.code.toLowerCase()
}
