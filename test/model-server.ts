import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Message = { role: string; content: string | null; tool_call_id?: string }
type Tool = { function: { name: string; parameters: object } }
export type ModelRequest = { model: string; messages: Message[]; tools?: Tool[] }

type Call = { name: string; arguments: object | string }
/** What the model says: a text, calls of tools, or an answer of the server of any other kind. */
export type Line =
  | string
  | { calls: Call[]; tokens?: number }
  | { status?: number; body: string | object }
  | (() => Promise<Line>)

/** A server for chat completions that answers from scripts: by the value `scenario` of the data. */
export async function startModelServer() {
  const scripts = new Map<string, Line[]>()
  const asked: (ModelRequest & { key: string | undefined; scenario: string })[] = []
  const server = createServer(async (request, response) => {
    const question = (await json(request)) as ModelRequest
    const scenario = scenarioOf(question)
    asked.push({ ...question, key: request.headers.authorization, scenario })
    let line = scripts.get(scenario)?.shift() ?? 'the script is over'
    while (typeof line === 'function') line = await line()
    const { status, body } = toReply(line, asked.length)
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Everything that was asked in a scenario. */
    asked: (scenario: string) => asked.filter((each) => each.scenario === scenario),
    script: (scenario: string, lines: Line[]) => scripts.set(scenario, lines),
  }
}

function scenarioOf({ messages }: ModelRequest): string {
  const data = messages.find(({ role }) => role === 'user')?.content ?? '{}'
  return (JSON.parse(data) as { data?: { scenario?: string } }).data?.scenario ?? ''
}

function toReply(line: Exclude<Line, () => Promise<Line>>, number: number) {
  if (typeof line === 'string') return { status: 200, body: completion({ content: line }) }
  if ('body' in line) return { status: line.status ?? 200, body: line.body }
  const tool_calls = line.calls.map((call, at) => ({
    id: `call_${number}_${at}`,
    type: 'function',
    function: {
      name: call.name,
      arguments:
        typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
  return { status: 200, body: completion({ content: null, tool_calls }, line.tokens) }
}

const completion = (message: object, total_tokens = 10) => ({
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  usage: { total_tokens },
})
