import type { FuzzRequest } from './request.ts'

export type Answer = { status: number; headers: Headers; text: string; milliseconds: number }

/** Stacks, statements, tables, files and libraries, which must never be in a response. */
const LEAK =
  /\n\s+at |node_modules|\.ts:\d|\.js:\d|"ws_\w+"|\bkontor\.[a-z_]+\b(?!\/)|pg_catalog|\brelation "|syntax error at or near|invalid input syntax|violates \w+ constraint|\/(work|home|tmp|usr|root)\/|FST_ERR|ZodError|TypeError|RangeError|Cannot read prop|is not a function|\[object Object\]/

/** Allowed when writers conflict repeatedly, or the server is busy. */
const BUSY = 503

export const isBusy = ({ status }: Answer): boolean => status === BUSY

/** The fault of a response, as a text that is the same for the same fault. */
export function judge(request: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers, text } = answer
  if (status >= 500 && !isBusy(answer)) return `status ${status}`
  if (!headers.has('x-request-id')) return 'no x-request-id'
  if (status >= 200 && status < 400) return judgeGood(request, answer)
  const leak = LEAK.exec(unescaped(text))
  if (leak) return `tells "${leak[0].trim()}"`
  return judgeRefusal(request, answer)
}

function judgeGood({ target: { operation } }: FuzzRequest, { headers, text }: Answer) {
  if (!headers.get('content-type')?.startsWith('application/json') || operation.isDownload) return
  const body = parse(text)
  if (body === undefined) return 'answers no JSON'
  if (!operation.path.startsWith('/pub/')) return undefined
  return body.success === true && body.error === '' ? undefined : 'a good answer without envelope'
}

function judgeRefusal({ path }: FuzzRequest, { status, headers, text }: Answer) {
  const body = parse(text)
  if (body === undefined) return `refuses with ${status} and no JSON`
  if (path.startsWith('/scim/')) {
    const isScim = body.status === String(status) && typeof body.detail === 'string'
    return isScim ? undefined : `refuses with ${status} in another form than SCIM`
  }
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json')
  const isRight = isProblem
    ? body.status === status && typeof body.detail === 'string'
    : path.startsWith('/pub/') && body.success === false && typeof body.error === 'string'
  if (!isRight) return `refuses with ${status} outside of the envelope`
  if (body.requestId !== headers.get('x-request-id')) return 'a refusal with another request id'
  return typeof body.code === 'string' ? undefined : 'a refusal without a code'
}

/** Removes JSON escapes. */
const unescaped = (json: string): string => json.replaceAll('\\n', '\n').replaceAll('\\"', '"')

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
