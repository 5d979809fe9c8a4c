import { z } from 'zod'
import { ACCOUNT_FACTS, type AccountFact } from './account-facts.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anybody, signed-in users and guests, users of the company, or administrators. Guests may call only
 * `public` and `guest`. Areas add finer rules.
 */
export type Access = 'public' | 'guest' | 'user' | 'administrator'

/**
 * The scopes that an operation hands out through what it creates: an account, a password, a right, a
 * stream of events. The caller's token must have them itself, or it could create more than it is. `[]` if
 * only data changes; `as asked` if the input names the scopes and the handler checks them.
 */
export type Gives = readonly string[] | 'as asked'

/**
 * Bytes of a body. Without one, 64 KiB of strangers and 1 MiB of others. `large` is the setting
 * KONTOR_BODY_LIMIT, for field values and for many objects at once.
 */
export type BodyLimit = number | 'large'

/** Full access. */
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
  readonly changes: readonly AccountFact[]
  readonly provisions: boolean
  /** A write runs in one transaction; an operation with GET never writes. */
  readonly writes: boolean
  /** Opens its own transactions instead of one of the frame. */
  readonly inSteps: boolean
  readonly bodyLimit: BodyLimit | undefined
  /** Its body is a form, for other protocols such as those of identity providers. */
  readonly isForm: boolean
  /** The only media types of its body, for protocols that require them; otherwise JSON of any type. */
  readonly bodyTypes: readonly string[] | undefined
  /** Its body is a file, read as a stream; `input` is in the query string. */
  readonly isUpload: boolean
  /** It returns a file, sent as a stream. */
  readonly isDownload: boolean
  /** The keys of `input` that are sent in the query string although there is a body. */
  readonly inQuery: readonly string[]
  /** The error code of invalid input. */
  readonly wrongInput: WrongInput
  /** The media types of its response, which is a file and not JSON. */
  readonly streams: readonly string[] | undefined
  readonly stepUp: ((request: Checked) => boolean) | undefined
}

type Checked<Params = unknown, Input = unknown> = { params: Params; input: Input }

/**
 * Dangerous: a browser session needs a recent proof of identity. A function selects the requests that do. Tokens
 * need none: creating one did.
 */
type StepUp<Params extends z.ZodType, Input extends z.ZodType> =
  | true
  | ((request: Checked<z.output<Params>, z.output<Input>>) => boolean)

/** 400, or 422 for bulk operations, as the contract requires. */
type WrongInput = 'invalid' | 'unprocessable'

type Unwritten = { gives?: never; changes?: never; provisions?: never }

/** With GET, or a POST that only reads, such as a list with its filter in the body. */
type Reading =
  | ({ method: 'GET' | readonly ['GET' | 'POST', 'GET' | 'POST']; reads?: true } & Unwritten)
  | ({ method: Method | readonly Method[]; reads: true } & Unwritten)

/** `gives` is required for writes, so that it is not forgotten. */
type Writing = {
  method: Method
  reads?: never
  gives: Gives
  /**
   * The account facts it can change. Programs that act for people may not call it, nor tokens that can do less
   * than the person.
   */
  changes?: readonly AccountFact[]
  /** Its service limits it to the people its token is meant for, so the scope of its area is enough. */
  provisions?: true
}

const nothing = z.object({})
type Nothing = typeof nothing

/** The common part of all declarations. */
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
 * Declares an operation: the route, the validation, the OpenAPI document, the client and the generic tests
 * are derived from it.
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
    bodyLimit?: BodyLimit
    isForm?: boolean
    bodyTypes?: readonly string[]
    inQuery?: readonly string[]
    wrongInput?: WrongInput
    /** The media types of a response that is a file. */
    streams?: readonly string[]
    stepUp?: StepUp<Params, Input>
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
    input: strictInBodies(declaration.path, methods, declaration.input ?? nothing) as Input,
    headers: declaration.headers ?? (nothing as unknown as Headers),
    output: declaration.output ?? (nothing as unknown as Output),
    access: declaration.access ?? 'user',
    gives: gives ?? [],
    changes: declaration.changes ?? [],
    provisions: declaration.provisions ?? false,
    writes: !(reads ?? methods.includes('GET')),
    inSteps: declaration.inSteps ?? false,
    bodyLimit: declaration.bodyLimit,
    isForm: declaration.isForm ?? false,
    bodyTypes: declaration.bodyTypes,
    isUpload: false,
    isDownload: false,
    inQuery: declaration.inQuery ?? [],
    wrongInput: declaration.wrongInput ?? 'invalid',
    streams: declaration.streams,
    stepUp: toStepUp(declaration.stepUp as Operation['stepUp'] | true),
  }
}

const toStepUp = (given: Operation['stepUp'] | true): Operation['stepUp'] =>
  given === true ? () => true : given

/**
 * A mistyped key must not be lost silently. The contract of `/pub/v1` ignores unknown keys, and so do our
 * query strings.
 */
function strictInBodies(path: string, methods: readonly Method[], input: z.ZodType): z.ZodType {
  const hasBody = methods.some((each) => BODIES.includes(each))
  return path.startsWith('/manage/') && hasBody ? strict(input) : input
}

const BODIES: readonly Method[] = ['POST', 'PUT', 'PATCH']

function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? schema : schema.strict()
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.map((option) => strict(option as z.ZodType))
    return new z.ZodUnion({ ...schema.def, options })
  }
  return schema
}

/** An operation whose body is a file. */
export type Upload<O extends Operation = Operation> = O & { readonly isUpload: true }

/** Declares an upload. It writes in steps: the file arrives between two of them. */
export const upload = <
  Params extends z.ZodObject = Nothing,
  Input extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Output extends z.ZodObject = Nothing,
>(
  /** The query string; its names are case-insensitive. */
  declaration: Declared<Params, Input, Headers, Output> & { method?: 'POST' | 'PUT' },
): Upload<Operation<Params, Input, Headers, Output>> => ({
  ...operation({ method: 'POST', ...declaration, inSteps: true, gives: [] }),
  isUpload: true,
})

/** The headers for range and conditional requests. */
const DownloadHeaders = z.object({
  range: z.string().optional().describe('`bytes=<first>-<last>` asks for a part'),
  'if-none-match': z.string().optional().describe('an `ETag`; 304 while it still holds'),
  'if-range': z.string().optional().describe('an `ETag`; the part is answered only if it holds'),
})

/** Declares a download, with range requests. */
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

/** The scopes that a token needs beside that of the area. */
export const neededScopes = ({ gives, changes, provisions }: Operation): string[] => {
  const given = gives === 'as asked' ? [] : gives
  const facts = provisions ? [] : changes.flatMap((fact) => ACCOUNT_FACTS[fact].needs)
  const scopes = [...new Set([...given, ...facts])]
  return scopes.includes('*:write') ? ['*:write'] : scopes
}

/** The operations of one area by name. */
export type Area = Record<string, Operation>

/** What a handler receives after validation. */
export type Received<O extends Operation> = {
  params: z.output<O['params']>
  input: z.output<O['input']>
  headers: z.output<O['headers']>
}
export type Returned<O extends Operation> = z.input<O['output']>

/** Some clients send a body anyway: a form, or an empty list. */
export const takesNothing = ({ input }: Operation): boolean =>
  input instanceof z.ZodObject && Object.keys(input.shape).length === 0

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
