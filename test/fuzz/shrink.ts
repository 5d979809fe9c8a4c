import type { FuzzRequest } from './request.ts'

const MOST_TRIES = 80

/** Minimizes a failing request. Undefined = it does not fail again. */
export async function shrink(
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest | undefined> {
  if (!(await fails(request))) return undefined
  let smallest = request
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < MOST_TRIES; ) {
    isSmaller = false
    for (const next of simpler(smallest)) {
      if (++tries > MOST_TRIES) break
      if (!(await fails(next))) continue
      smallest = next
      isSmaller = true
      break
    }
  }
  return smallest
}

function* simpler(request: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers
    yield { ...request, headers }
  }
  const value = parse(request.body)
  if (value !== undefined) {
    for (const less of simplerValues(value)) yield { ...request, body: JSON.stringify(less) }
  }
  const [path = '', query] = request.path.split('?query=')
  const asked = parse(query && decodeURIComponent(query))
  if (asked === undefined) return
  for (const less of simplerValues(asked)) {
    yield { ...request, path: `${path}?query=${encodeURIComponent(JSON.stringify(less))}` }
  }
}

/** Variants with one part removed or simplified. */
function* simplerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 10) yield value.slice(0, value.length / 2)
  if (Array.isArray(value)) {
    if (value.length > 4) yield value.slice(0, value.length / 2)
    for (const at of value.keys()) yield value.toSpliced(at, 1)
    for (const [at, each] of value.entries()) {
      for (const less of simplerValues(each)) yield value.with(at, less)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const { [name]: inner, ...rest } = value as Record<string, unknown>
      yield rest
      for (const less of simplerValues(inner)) yield { ...rest, [name]: less }
    }
  }
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
