import { afterAll, expect, test } from 'vitest'
import { isPublic } from '../src/api/envelope.ts'
import { type Area, type Method, type Operation, pathNames } from '../src/api/operation.ts'
import { solutionParts } from '../src/app/solutions.ts'
import { applySolution } from '../src/areas/solutions/service.ts'
import { areas } from '../src/client/areas.ts'
import { readFolder } from '../src/definitions/folder.ts'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { ADMINISTRATORS_ONLY, kindAt, OPEN, OTHER_JSON, SECRET, TAKE_VALUES } from './existence.ts'
import { hiddenObjects } from './hidden-objects.ts'
import { sample, sampleWith, textsIn } from './sample.ts'

const started = await startApp()
const { admin, make, request } = started
await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
const stranger = await make.user()
const { ids, params: paramsOf, input: inputOf } = await hiddenObjects(started, stranger)

const all: [string, Operation][] = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, each]): [string, Operation] => [`${area}.${name}`, each]),
)

type IdInput = { name: string; operation: Operation; method: Method; where: string }

/** Every id in the input of every operation. */
const idInputs: IdInput[] = all.flatMap(([name, operation]) => {
  const inPath = textsIn(operation.params).filter(({ format }) => format === 'uuid')
  const named = pathNames(operation.path).filter((each) => each === 'id')
  const found = new Set([
    ...inPath.map(({ path }) => `P${path}`),
    ...named.map((each) => `P.${each}`),
    ...textsIn(operation.input)
      .filter(({ format }) => format === 'uuid')
      .map(({ path }) => `I${path}`),
  ])
  return [...found].flatMap((where) =>
    operation.methods.map((method) => ({ name, operation, method, where })),
  )
})

const kindOf = ({ name, operation, where }: IdInput) =>
  operation.access === 'administrator' ? ADMINISTRATORS_ONLY : kindAt(name, where)

const isSecret = (each: IdInput) => (SECRET as readonly string[]).includes(kindOf(each) ?? '')
const compared = idInputs.filter((each) => isSecret(each) || kindOf(each) === ADMINISTRATORS_ONLY)

test('every id in every operation is of a known kind', () => {
  const unknown = idInputs.filter((each) => {
    const kind = kindOf(each)
    return kind !== ADMINISTRATORS_ONLY && !isSecret(each) && !Object.hasOwn(OPEN, kind ?? '')
  })

  expect(unknown.map(({ name, where }) => `${name} ${where}`)).toEqual([])
})

test('every input of arbitrary JSON takes field values, or is listed as naming no objects', () => {
  const any = all.flatMap(([name, { input, access }]) =>
    access === 'administrator'
      ? []
      : textsIn(input)
          .filter(({ format }) => format === 'any')
          .map(({ path }) => ({ name, where: `I${path}` })),
  )
  const unknown = any.filter(
    ({ name, where }) =>
      !OTHER_JSON.some(([known]) => known.test(where)) && !TAKE_VALUES.includes(name),
  )

  expect(unknown).toEqual([])
  expect(TAKE_VALUES.filter((name) => !any.some((each) => each.name === name))).toEqual([])
})

test.each(compared)(
  '$name answers $method with $where of a stranger’s like an unknown id',
  async (each) => {
    const hidden = idFor(each)

    const known = await call(each, hidden)
    const unknown = await call(each, newId())

    expect(known.status).toBeGreaterThan(0)
    expect(known).toEqual(unknown)
  },
)

const idFor = (each: IdInput): string => {
  const kind = kindOf(each)
  return kind === ADMINISTRATORS_ONLY ? admin.id : ids[kind as keyof typeof ids]
}

/** The response without the requested id and without the request id. */
async function call({ name, operation, method, where }: IdInput, id: string) {
  const params = paramsOf(name, where)
  if (where.startsWith('P.')) params[where.slice(2)] = id
  const path = operation.path.replace(/\{(\w+)\}/g, (_, param) => params[param] ?? 'x')
  const input = inputOf(
    `${name} ${where}`,
    where.startsWith('I')
      ? sampleWith(operation.input, where.slice(1), id)
      : sample(operation.input),
  )
  const headers = { authorization: `Bearer ${stranger.token}` }
  const inBody = method !== 'GET' && method !== 'DELETE' && !operation.isUpload
  const init = { method, headers, ...(inBody && { body: JSON.stringify(input) }) }
  const body = operation.isUpload ? { ...init, body: 'hello' } : init
  const response = await request(inBody ? path : `${path}?${query(operation, input)}`, body)
  const text = await response.text()
  const same = text.replaceAll(id, 'ID').replace(/"requestId":"[^"]*"/, '')
  return { status: response.status, text: same }
}

function query(operation: Operation, input: unknown): URLSearchParams {
  const values = input as Record<string, unknown>
  if (isPublic(operation) && !operation.isUpload) {
    return new URLSearchParams({ query: JSON.stringify(values) })
  }
  const texts = Object.entries(values).map(([key, value]) => [key, String(value)])
  return new URLSearchParams(Object.fromEntries(texts))
}

afterAll(() => {
  const withIds = new Set(idInputs.map(({ name }) => name)).size
  process.stdout.write(
    `rights tables: ${all.length} operations, ${withIds} with ids in ${idInputs.length} idInputs, ` +
      `${compared.length} compared with a stranger's, ${TAKE_VALUES.length} that take values\n`,
  )
})
