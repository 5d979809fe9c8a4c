import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call at all: anybody, any signed-in user, or administrators only. Areas add finer rules. */
export type Access = 'public' | 'user' | 'administrator'

/**
 * What may be done by means of what an operation leaves behind: an account, a password, a right, a
 * stream of events. Its caller's token must have these scopes itself, or it would make more than it
 * is. `[]` where nothing but data changes; `as asked` where the input says which scopes are wanted,
 * and the handler holds them against the token.
 */
export type Gives = readonly string[] | 'as asked'

/** Whoever has this could do anything. */
export const EVERYTHING: Gives = ['*:write']

export type Operation<
  Params extends z.ZodObject = z.ZodObject,
  Input extends z.ZodType = z.ZodType,
  Headers extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = {
  readonly methods: readonly Method[]
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly params: Params
  readonly input: Input
  readonly headers: Headers
  readonly output: Output
  readonly access: Access
  readonly gives: Gives
  /** An operation that writes runs in one transaction; one that has a GET never writes. */
  readonly writes: boolean
  /** Does its writes in steps of its own instead of one transaction of the frame. */
  readonly inSteps: boolean
  /** Bytes its body may have, where that is more than usual. */
  readonly bodyLimit: number | undefined
  /** Its body is a file, read as it arrives; `input` travels in the query string. */
  readonly isUpload: boolean
  /** It answers a file, sent as it is read. */
  readonly isDownload: boolean
  /** The keys of `input` that travel in the query string although there is a body. */
  readonly inQuery: readonly string[]
  /** How input that cannot be used is refused. */
  readonly wrongInput: WrongInput
  /** The media types of its answer, which is a file and not JSON. */
  readonly streams: readonly string[] | undefined
}

/** 400 or 422, which the contract wants of operations that do many things at once. */
type WrongInput = 'invalid' | 'unprocessable'

/** One that has a GET, or a POST that only reads, such as a list with its filter in the body. */
type Reading =
  | { method: 'GET' | readonly ['GET' | 'POST', 'GET' | 'POST']; reads?: true; gives?: never }
  | { method: Method | readonly Method[]; reads: true; gives?: never }

/** Whoever declares a write says what it gives: nobody forgets to think of it. */
type Writing = { method: Method; reads?: never; gives: Gives }

const nothing = z.object({})
type Nothing = typeof nothing

/** What every declaration says. */
type Declared<Params, Input, Headers, Output> = {
  path: string
  summary: string
  description?: string
  params?: Params
  /** The body; for GET and DELETE the query string. */
  input?: Input
  headers?: Headers
  output?: Output
  access?: Access
}

/**
 * Declares an operation once: the route, the checks, the OpenAPI document, the client and the
 * tests follow from this value.
 */
export function operation<
  Params extends z.ZodObject = Nothing,
  Input extends z.ZodType = Nothing,
  Headers extends z.ZodObject = Nothing,
  Output extends z.ZodObject = Nothing,
>(
  declaration: Declared<Params, Input, Headers, Output> & {
    /** For the few that wait for something outside the database between two writes. */
    inSteps?: boolean
    bodyLimit?: number
    inQuery?: readonly string[]
    wrongInput?: WrongInput
    /** The media types of an answer that is a file. */
    streams?: readonly string[]
  } & (Reading | Writing),
): Operation<Params, Input, Headers, Output> {
  const { method, reads, gives } = declaration
  const methods: readonly Method[] = typeof method === 'string' ? [method] : method
  return {
    methods,
    path: declaration.path,
    summary: declaration.summary,
    description: declaration.description,
    params: declaration.params ?? (nothing as unknown as Params),
    input: declaration.input ?? (nothing as unknown as Input),
    headers: declaration.headers ?? (nothing as unknown as Headers),
    output: declaration.output ?? (nothing as unknown as Output),
    access: declaration.access ?? 'user',
    gives: gives ?? [],
    writes: !(reads ?? methods.includes('GET')),
    inSteps: declaration.inSteps ?? false,
    bodyLimit: declaration.bodyLimit,
    isUpload: false,
    isDownload: false,
    inQuery: declaration.inQuery ?? [],
    wrongInput: declaration.wrongInput ?? 'invalid',
    streams: declaration.streams,
  }
}

/** An operation whose body is a file. */
export type Upload<O extends Operation = Operation> = O & { readonly isUpload: true }

/** Declares an operation that takes a file. It writes in steps: the file arrives between two of them. */
export const upload = <
  Params extends z.ZodObject = Nothing,
  Input extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Output extends z.ZodObject = Nothing,
>(
  /** The input is the query string; its names are found in any case. */
  declaration: Declared<Params, Input, Headers, Output> & { method?: 'POST' | 'PUT' },
): Upload<Operation<Params, Input, Headers, Output>> => ({
  ...operation({ method: 'POST', ...declaration, inSteps: true, gives: [] }),
  isUpload: true,
})

/** Headers by which a caller asks for a part of a file, or for what changed. */
const DownloadHeaders = z.object({
  range: z.string().optional().describe('`bytes=<first>-<last>` asks for a part'),
  'if-none-match': z.string().optional().describe('an `ETag`; 304 while it still holds'),
  'if-range': z.string().optional().describe('an `ETag`; the part is answered only if it holds'),
})

/** Declares an operation that answers a file, whole or a part of it. */
export const download = <
  Params extends z.ZodObject = Nothing,
  Input extends z.ZodObject = Nothing,
>(declaration: {
  path: string
  summary: string
  description?: string
  params?: Params
  /** The query string. */
  input?: Input
  access?: Access
}): Operation<Params, Input, typeof DownloadHeaders, Nothing> => ({
  ...operation({ ...declaration, method: 'GET', headers: DownloadHeaders }),
  isDownload: true,
})

/** The operations of one area by name. */
export type Area = Record<string, Operation>

/** What a handler receives, and what a caller of the client sends before validation. */
export type Received<O extends Operation> = {
  params: z.output<O['params']>
  input: z.output<O['input']>
  headers: z.output<O['headers']>
}
export type Returned<O extends Operation> = z.input<O['output']>

/** Some clients send a body all the same: a form, or an empty list. */
export const takesNothing = ({ input }: Operation): boolean =>
  input instanceof z.ZodObject && Object.keys(input.shape).length === 0

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
